import { del, get, set } from 'idb-keyval';
import { UNSENT } from '#lib/kept-keys';
import { getToken } from '#lib/session';
import type { ClaimValues } from '../claim-values';
import { keepForm, savedFormPrefix } from '../saved-forms';

/** A claim that waits on this device for a network. */
export interface UnsentClaim {
  /** The Idempotency-Key of every attempt: the first one may have arrived. */
  readonly sentAs: string;
  readonly savedAt: string;
  /** The form shows these again. */
  readonly values: ClaimValues;
  /** The texts of the multipart form. */
  readonly fields: readonly (readonly [string, string])[];
  readonly file: File | null;
  /** Why the server could not take it so far, other than for want of a network. */
  readonly problem?: string;
}

export const unsentKey = (userId: string) => ['unsent', userId] as const;

const nameOf = (userId: string, sentAs: string) => `${UNSENT}${userId} ${sentAs}`;

/**
 * Keeps a claim for a time with a network. The key of the claim is in localStorage as well, where a screen finds it
 * without loading a script.
 * @throws if the browser cannot keep it
 */
export async function keepUnsent(userId: string, claim: UnsentClaim): Promise<void> {
  const name = nameOf(userId, claim.sentAs);
  // The service worker sends the claim with this token. A logout removes them together.
  await set(name, { ...claim, token: getToken() });
  localStorage.setItem(name, claim.savedAt);
  void sendLater().catch(() => undefined);
  // Without it, a browser that is short of space may drop what waits. Pages without TLS have no such storage.
  if ('storage' in navigator) void navigator.storage.persist();
}

/** Has the service worker send what waits (public/send-unsent.js) when no page does, where the browser can wake it. */
async function sendLater(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const worker: WithSync | undefined = await navigator.serviceWorker.getRegistration();
  await worker?.sync?.register('unsent');
}

interface WithSync extends ServiceWorkerRegistration {
  /** Chromium alone has it. */
  readonly sync?: { register(tag: string): Promise<void> };
}

const keptNames = (userId: string) => Object.keys(localStorage).filter((name) => name.startsWith(nameOf(userId, '')));

export async function unsentClaims(userId: string): Promise<UnsentClaim[]> {
  const claims = await Promise.all(keptNames(userId).map((name) => get<UnsentClaim>(name)));
  return claims.filter((claim) => claim !== undefined).toSorted((a, b) => a.savedAt.localeCompare(b.savedAt));
}

/** Acts on a claim that still waits while no other tab does; null if it waits no longer. */
export async function withUnsent<Result>(
  userId: string,
  sentAs: string,
  act: (claim: UnsentClaim) => Promise<Result>,
): Promise<Result | null> {
  const name = nameOf(userId, sentAs);
  return alone(name, async () => {
    const claim = await get<UnsentClaim>(name);
    return claim ? act(claim) : null;
  });
}

// Pages without TLS have no locks: there, the Idempotency-Key alone keeps a claim from being made twice.
function alone<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request(name, act) : act();
}

/** How many claims the service worker has sent since a page looked last. */
export async function takeSentByWorker(userId: string): Promise<number> {
  const take = (name: string) =>
    alone(name, async () => {
      if (localStorage.getItem(name) === null || (await get(name))) return false;
      localStorage.removeItem(name);
      return true;
    });
  return (await Promise.all(keptNames(userId).map(take))).filter(Boolean).length;
}

export async function dropUnsent(userId: string, sentAs: string): Promise<void> {
  await del(nameOf(userId, sentAs));
  localStorage.removeItem(nameOf(userId, sentAs));
}

/**
 * Makes an unfinished form of it, whose key it returns. A crash in between leaves both, and loses nothing.
 * @throws if the browser cannot keep the form, and the claim waits on
 */
export async function becomeForm(userId: string, claim: UnsentClaim, refusal?: string): Promise<string> {
  const { sentAs, savedAt, values, fields, file } = claim;
  const key = savedFormPrefix(userId, null) + sentAs;
  const uploaded = fields.find(([name]) => name === 'uploaded')?.[1];
  // A refused request has no effect; another one may have arrived without an answer.
  const arrival = refusal === undefined ? { sentAs } : { refusal };
  await keepForm(key, { values, receiptName: file?.name ?? null, savedAt, uploaded, ...arrival }, file);
  await dropUnsent(userId, sentAs);
  return key;
}

export async function removeUnsent(userId: string, sentAs: string): Promise<void> {
  await withUnsent(userId, sentAs, () => dropUnsent(userId, sentAs));
}
