import { getToken, readToken, setToken } from './session';

let offered: string | null = null;

/** A token from a link that differs from the current login; the user decides about it. */
export function offeredToken(): string | null {
  return offered;
}

export function settleOffer(accept: boolean) {
  if (accept && offered !== null) setToken(offered);
  offered = null;
}

/**
 * Reads the `token` of a link to the submit form (specification §2). Returns the link without it, or null without a token.
 * Call it before any request, so that no request leaks the token. Without a session the token is stored; during another
 * user's session it is only offered, so that a crafted link cannot switch the login.
 */
export function takeIncomingToken(href: string): string | null {
  const url = new URL(href, window.location.origin);
  const token = url.searchParams.get('token');
  if (token === null) return null;
  url.searchParams.delete('token');
  const current = getToken();
  const payload = readToken(token);
  if (url.pathname === '/submit-expense' && payload !== null) {
    if (current === null) setToken(token);
    // The same user may have signed in again since the shortcut was set up.
    else if (payload.sub !== readToken(current)?.sub) offered = token;
  }
  return `${url.pathname}${url.search}${url.hash}`;
}
