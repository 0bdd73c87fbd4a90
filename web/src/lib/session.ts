import { forgetReplies, keptOnDevice } from './kept-keys';
import type { NoticeJson, TokenPayload, UserJson } from '@outlay/contracts';
import { canonicalRole, type AssignableRole } from '@outlay/rules';

const TOKEN = 'token';
const USER = 'user';
/** The email of a session that has expired, for the other tabs, until somebody signs in. */
const EXPIRED = 'expired-session';

/** A session that the server no longer accepts; its user, if known. */
export interface ExpiredSession {
  readonly email: string | undefined;
}

type EndListener = (expired?: ExpiredSession) => void;
const endListeners = new Set<EndListener>();

export function getToken(): string | null {
  return localStorage.getItem(TOKEN);
}

export function setToken(token: string) {
  localStorage.setItem(TOKEN, token);
  localStorage.removeItem(EXPIRED);
}

export type StoredUser = Pick<
  UserJson,
  'id' | 'email' | 'first_name' | 'last_name' | 'role' | 'reimbursement_currency' | 'status'
> & { notices?: readonly NoticeJson[] };

/** The profile as last fetched, so that the shell paints before the server replies. */
export function getStoredUser(): StoredUser | undefined {
  try {
    return (JSON.parse(localStorage.getItem(USER) ?? 'null') as StoredUser | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export function storeUser(user: StoredUser) {
  localStorage.setItem(USER, JSON.stringify(user));
}

export function startSession(token: string, user: StoredUser) {
  setToken(token);
  storeUser(user);
}

export function endSession() {
  end();
}

/** Ends a session that was not ended by its user: the login screen says so and returns to where they were. */
export function expireSession() {
  end({ email: getStoredUser()?.email });
}

function end(expired?: ExpiredSession) {
  // A later failure of the same end is not reported again.
  if (getToken() === null) return;
  if (expired) localStorage.setItem(EXPIRED, expired.email ?? '');
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(USER);
  forgetReplies();
  endListeners.forEach((listener) => listener(expired));
}

let askFirst: ((kept: number) => void) | null = null;

/** @param ask is called instead of a sign-out that would remove what is on this device only */
export function askBeforeSignOut(ask: (kept: number) => void): () => void {
  askFirst = ask;
  return () => {
    askFirst = null;
  };
}

/**
 * Ends the session of somebody who leaves: unlike one that has expired, with everything that they left in the browser.
 * @param isAsked whether they have agreed to lose what is on this device only
 */
export async function signOut(isAsked = false) {
  const userId = getStoredUser()?.id;
  const kept = userId && askFirst && !isAsked ? keptOnDevice(userId).length : 0;
  if (kept > 0) return askFirst?.(kept);
  endSession();
  // It is loaded soon after the start (app/background.ts).
  const { forgetPerson } = await import('./forget-person');
  await forgetPerson(userId);
}

/** The session may end in any tab. */
export function onSessionEnd(listener: EndListener): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if ((key !== TOKEN && key !== null) || newValue !== null) return;
    const email = localStorage.getItem(EXPIRED);
    listener(email === null ? undefined : { email: email || undefined });
  };
  endListeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    endListeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

export function onUserChange(listener: () => void): () => void {
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== TOKEN || oldValue === null || newValue === null) return;
    if (readToken(oldValue)?.sub !== readToken(newValue)?.sub) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

type UnverifiedPayload = Partial<TokenPayload & { exp: number }>;

/** A token's payload, unverified: it decides what to show, never what to allow. Null if unreadable. */
export function readToken(token: string): UnverifiedPayload | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof parsed === 'object' ? (parsed as UnverifiedPayload | null) : null;
  } catch {
    return null;
  }
}

/** The role in the stored token, which decides the rules of the forms. Team member by default. */
export function tokenRole(): AssignableRole {
  const role = readToken(getToken() ?? '')?.role;
  return (role && canonicalRole(role)) ?? 'team_member';
}

export function tokenExpiry(token: string): string | null {
  const seconds = readToken(token)?.exp;
  return typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : null;
}
