import { del, get, set } from 'idb-keyval';
import { UNSENT } from '#lib/kept-keys';
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
  await set(name, claim);
  localStorage.setItem(name, claim.savedAt);
  // Without it, a browser that is short of space may drop what waits. Pages without TLS have no such storage.
  if ('storage' in navigator) void navigator.storage.persist();
}

export async function unsentClaims(userId: string): Promise<UnsentClaim[]> {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(nameOf(userId, '')));
  const claims = await Promise.all(names.map((name) => get<UnsentClaim>(name)));
  return claims.filter((claim) => claim !== undefined).toSorted((a, b) => a.savedAt.localeCompare(b.savedAt));
}

/** Acts on a claim that still waits while no other tab does; null if it waits no longer. */
export async function withUnsent<Result>(
  userId: string,
  sentAs: string,
  act: (claim: UnsentClaim) => Promise<Result>,
): Promise<Result | null> {
  const name = nameOf(userId, sentAs);
  const attempt = async () => {
    const claim = await get<UnsentClaim>(name);
    return claim ? act(claim) : null;
  };
  // Pages without TLS have no locks: there, the Idempotency-Key alone keeps a claim from being made twice.
  return 'locks' in navigator ? navigator.locks.request(name, attempt) : attempt();
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
