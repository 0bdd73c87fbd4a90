import * as texts from '#strings/analytics';

/** The first days of the steps in which waiting and ages are shown. */
export const WAITING = [0, 1, 3, 7, 14, 30] as const;
export const AGES = [0, 7, 14, 30, 60] as const;

export interface Step<Entry> {
  readonly label: string;
  readonly entries: readonly Entry[];
}

/** The entries by steps of days; every step is there, also an empty one. */
export function stepsOf<Entry extends { days: number }>(entries: readonly Entry[], from: readonly number[]) {
  return from.map((first, index): Step<Entry> => {
    const next = from[index + 1];
    return {
      label: texts.daysFrom(first, next === undefined ? null : next - 1),
      entries: entries.filter(({ days }) => days >= first && (next === undefined || days < next)),
    };
  });
}

/** The day within which a part of the claims was done; null without any. */
export function quantile(waited: readonly { days: number; count: number }[], part: number): number | null {
  const all = waited.reduce((sum, { count }) => sum + count, 0);
  let passed = 0;
  for (const { days, count } of waited) {
    passed += count;
    if (passed >= all * part) return days;
  }
  return null;
}
