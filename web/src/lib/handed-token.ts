import { getToken, readToken, setToken } from './session';

let offered: string | null = null;

/** A token a link brought while somebody was already logged in; the page may offer it, nobody takes it by itself. */
export function offeredToken(): string | null {
  return offered;
}

/** Answers the offer: takes the token over, or forgets it. */
export function settleOffer(accept: boolean) {
  if (accept && offered !== null) setToken(offered);
  offered = null;
}

/**
 * Reads the `token` of a link to the submit form (specification §2) and returns the link without it, or null where
 * there was none. Call it before anything is requested, so that no token is sent on in an address. A first login is
 * stored; a login that is already there is kept, and the other only offered: a crafted link must not change who one is.
 */
export function takeHandedToken(href: string): string | null {
  const url = new URL(href, window.location.origin);
  const token = url.searchParams.get('token');
  if (token === null) return null;
  url.searchParams.delete('token');
  const current = getToken();
  const payload = readToken(token);
  if (url.pathname === '/submit-expense' && payload !== null) {
    if (current === null) setToken(token);
    // A shortcut keeps the token of its day; whoever has signed in anew since then is still the same.
    else if (payload.sub !== readToken(current)?.sub) offered = token;
  }
  return `${url.pathname}${url.search}${url.hash}`;
}
