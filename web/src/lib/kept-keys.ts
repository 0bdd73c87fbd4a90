/** The key of a reply that the browser keeps begins with it; user and name follow. */
export const LAST_REPLY = 'last-reply ';
/** The key of a claim that waits for a network begins with it; user and Idempotency-Key follow. */
export const UNSENT = 'unsent ';
/** The key of an unfinished form begins with it; user and more follow. Its receipt has the same key in IndexedDB. */
export const FORM = 'form ';

/** Removes the replies that are shown without a network, which nobody can see without a session. */
export function forgetReplies(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(LAST_REPLY)) localStorage.removeItem(key);
}

/** The keys of the claims of a person that are on this device only: not sent yet, or unfinished. */
export function keptOnDevice(userId: string): string[] {
  const starts = [UNSENT, FORM].map((start) => `${start}${userId} `);
  return Object.keys(localStorage).filter((key) => starts.some((start) => key.startsWith(start)));
}
