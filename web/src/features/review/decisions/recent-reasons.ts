const KEPT = 5;
/** Each reviewer's own, whoever else uses this browser. */
const keyOf = (userId: string) => `rejection-reasons ${userId}`;

/** The reasons a reviewer gave last, the latest first. */
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
    // No room left: a convenience less.
  }
}
