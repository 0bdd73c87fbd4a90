import type { Decimal, IsoDate } from '@outlay/rules';

/** Half of a rate: how many units of `quote` one euro was worth on a day, and according to which source. */
export interface Leg {
  readonly quote: string;
  readonly date: IsoDate;
  readonly perEur: Decimal;
  readonly source: string;
}

export interface LegSource {
  /** The newest leg of a currency up to and including `day`; null if there is none. */
  newest(quote: string, day: IsoDate): Promise<Leg | null>;
}

/** Combines sources: returns the newest leg of all, on equal days that of the first source. */
export function anyOf(sources: readonly LegSource[]): LegSource {
  return {
    async newest(quote, day) {
      const legs = await Promise.all(sources.map((source) => source.newest(quote, day)));
      return legs.reduce((best, leg) => (leg && (!best || leg.date > best.date) ? leg : best), null);
    },
  };
}
