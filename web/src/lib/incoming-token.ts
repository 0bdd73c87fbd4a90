import { getToken, readToken, setToken } from './session';

let offered: string | null = null;

export function offeredToken(): string | null {
  return offered;
}

export function settleOffer(accept: boolean) {
  if (accept && offered !== null) setToken(offered);
  offered = null;
}

/** Call it before any request can leak the token. A link must not switch another user's login. */
export function takeIncomingToken(href: string): string | null {
  const url = new URL(href, window.location.origin);
  const token = url.searchParams.get('token');
  if (token === null) return null;
  url.searchParams.delete('token');
  const current = getToken();
  const payload = readToken(token);
  if (url.pathname === '/submit-expense' && payload !== null) {
    const held = current === null ? null : readToken(current);
    const isSamePerson = payload.sub === held?.sub;
    const hasExpired = (held?.exp ?? Infinity) * 1000 < Date.now();
    if (current === null || (isSamePerson && hasExpired)) setToken(token);
    // The same user may have signed in again since the shortcut was set up.
    else if (!isSamePerson) offered = token;
  }
  return `${url.pathname}${url.search}${url.hash}`;
}
