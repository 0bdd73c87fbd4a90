import { setImmediate } from 'node:timers/promises';
import { addDays, type Decimal, type IsoDate } from '@outlay/rules';
import { refusedRates } from '@outlay/telemetry';
import type { Clock } from '@outlay/time';
import type { BundledLegs } from '../bundle/bundled-legs.js';
import type { LegStore } from '../leg.store.js';
import type { Period, PublishedValue, RateSource } from '../sources/rate-source.js';
import type { RefusedRatesStore } from './refused-rates.store.js';
import { screen } from './screen.js';

/** Brings what a source published into the table of legs: only what it is the source of, and only what is believable. */
export class Intake {
  constructor(
    private readonly legs: LegStore,
    private readonly bundled: BundledLegs,
    private readonly refused: RefusedRatesStore,
    private readonly clock: Clock,
  ) {}

  /** Answers the newest day of what was kept, or null where nothing was. Throws what the source throws. */
  async bring(source: RateSource, period: Period, signal: AbortSignal): Promise<IsoDate | null> {
    const published = await source.fetch(period, signal);
    const dates: IsoDate[] = [];
    for (const currency of source.currencies) {
      const values = published.filter((value) => value.currency === currency);
      if (values.length === 0) continue;
      dates.push(...(await this.take(source, currency, values, period)));
      // Embedded documents are written at once: whoever else is served by this process gets a turn.
      await setImmediate();
    }
    return dates.sort().at(-1) ?? null;
  }

  private async take(
    { name, label }: RateSource,
    currency: string,
    values: readonly PublishedValue[],
    { from }: Period,
  ): Promise<IsoDate[]> {
    const { kept, refused } = screen(currency, values, await this.reference(currency, from));
    const now = this.clock.now();
    await this.legs.append(
      kept.map(({ date, perEur }) => ({ quote: currency, date, perEur, source: label })),
      now,
    );
    const dates = kept.map(({ date }) => date);
    await this.refused.drop(name, currency, dates);
    const added = await this.refused.add(name, currency, refused, now);
    if (added > 0) refusedRates.inc({ source: name }, added);
    return dates;
  }

  /** What a value of a day is held against: the stored value before it or the bundled one nearest to it. */
  private async reference(currency: string, from: IsoDate): Promise<Decimal | null> {
    const stored = await this.legs.newest(currency, addDays(from, -1));
    const bundled = await this.bundled.nearest(currency, from);
    const nearest = [stored, bundled]
      .filter((leg) => leg !== null)
      .sort((a, b) => distance(a.date, from) - distance(b.date, from));
    return nearest[0]?.perEur ?? null;
  }
}

function distance(day: IsoDate, other: IsoDate): number {
  return Math.abs(Date.parse(day) - Date.parse(other));
}
