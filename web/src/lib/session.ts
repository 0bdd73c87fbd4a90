import type { TokenPayload, UserJson } from '@outlay/contracts';
import { canonicalRole, type AssignableRole } from '@outlay/rules';

const TOKEN = 'token';
const USER = 'user';
const endings = new Set<() => void>();

export function getToken(): string | null {
  return localStorage.getItem(TOKEN);
}

export function setToken(token: string) {
  localStorage.setItem(TOKEN, token);
}

export type StoredUser = Pick<
  UserJson,
  'id' | 'email' | 'first_name' | 'last_name' | 'role' | 'reimbursement_currency' | 'status'
>;

/** The profile as last seen, so that the shell can paint before the server answers. */
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

/** Forgets token and user; what listens then leaves for the login. */
export function endSession() {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(USER);
  endings.forEach((listener) => listener());
}

/** Calls back when the session ends, in this tab or another. Returns what stops it. */
export function onSessionEnd(listener: () => void): () => void {
  const elsewhere = ({ key, newValue }: StorageEvent) => {
    if ((key === TOKEN || key === null) && newValue === null) listener();
  };
  endings.add(listener);
  window.addEventListener('storage', elsewhere);
  return () => {
    endings.delete(listener);
    window.removeEventListener('storage', elsewhere);
  };
}

/** Calls back when another tab has signed in as somebody else. Returns what stops it. */
export function onUserChange(listener: () => void): () => void {
  const elsewhere = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== TOKEN || oldValue === null || newValue === null) return;
    if (readToken(oldValue)?.sub !== readToken(newValue)?.sub) listener();
  };
  window.addEventListener('storage', elsewhere);
  return () => window.removeEventListener('storage', elsewhere);
}

/** `exp` is the JWT's own claim, in seconds since 1970. */
type ReadToken = Partial<TokenPayload & { exp: number }>;

/** What a token says of itself, unverified: for showing and hiding, never for trusting. Null where it says nothing. */
export function readToken(token: string): ReadToken | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof parsed === 'object' ? (parsed as ReadToken | null) : null;
  } catch {
    return null;
  }
}

/** The role in the stored token, from which the forms take their rules (specification §6). Team member without one. */
export function tokenRole(): AssignableRole {
  const role = readToken(getToken() ?? '')?.role;
  return (role && canonicalRole(role)) ?? 'team_member';
}

/** The instant from which a token is of no use any more; null where it does not say. */
export function tokenExpiry(token: string): string | null {
  const seconds = readToken(token)?.exp;
  return typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : null;
}
