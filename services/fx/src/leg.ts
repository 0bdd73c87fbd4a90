import type { Decimal, IsoDate } from '@outlay/rules';

/** Half of a rate: how many units of `quote` one euro was worth on a day, and according to which source. */
export interface Leg {
  readonly quote: string;
  readonly date: IsoDate;
  readonly perEur: Decimal;
  readonly source: string;
}

export interface LegSource {
  newest(quote: string, day: IsoDate): Promise<Leg | null>;
}

export const LEG_SOURCES = Symbol('LegSource[]');

/** On equal days the first source wins. */
export function anyOf(sources: readonly LegSource[]): LegSource {
  return {
    async newest(quote, day) {
      const legs = await Promise.all(sources.map((source) => source.newest(quote, day)));
      return legs.reduce((best, leg) => (leg && (!best || leg.date > best.date) ? leg : best), null);
    },
  };
}
