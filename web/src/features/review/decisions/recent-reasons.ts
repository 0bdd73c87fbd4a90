const KEPT = 5;
/** Stored per reviewer, as a browser may be shared. */
const keyOf = (userId: string) => `rejection-reasons ${userId}`;

export function recentReasons(userId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export function rememberReason(userId: string, reason: string) {
  const others = recentReasons(userId).filter((each) => each !== reason);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([reason, ...others].slice(0, KEPT)));
  } catch {
    // Storage is full: recent reasons are optional.
  }
}
