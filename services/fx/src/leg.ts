import type { Decimal, IsoDate } from '@outlay/rules';

/** How many units of `quote` one euro was worth on a day, and who said so. Half of a rate. */
export interface Leg {
  readonly quote: string;
  readonly date: IsoDate;
  readonly perEur: Decimal;
  readonly source: string;
}

/** Where legs come from: constants, the stored table, the bundled table. */
export interface LegSource {
  /** The leg of a currency on the newest day that is not after `day`. Null where there is none. */
  newest(quote: string, day: IsoDate): Promise<Leg | null>;
}

/** Several sources as one: the newest leg of any; of one day, that of the source named first. */
export function anyOf(sources: readonly LegSource[]): LegSource {
  return {
    async newest(quote, day) {
      const legs = await Promise.all(sources.map((source) => source.newest(quote, day)));
      return legs.reduce((best, leg) => (leg && (!best || leg.date > best.date) ? leg : best), null);
    },
  };
}
