import { Inject, Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { addDays, type Decimal, type IsoDate } from '@outlay/rules';
import { refusedRates } from '@outlay/telemetry';
import type { Clock } from '@outlay/time';
import { BundledLegs } from '../bundle/bundled-legs.js';
import { LegStore } from '../leg.store.js';
import { CLOCK } from '../ports.js';
import type { Period, PublishedValue, RateSource } from '../sources/rate-source.js';
import { checkPlausibility } from './plausibility.js';
import { QuarantineStore } from './quarantine.store.js';

@Injectable()
export class RateImporter {
  constructor(
    private readonly legs: LegStore,
    private readonly bundled: BundledLegs,
    private readonly quarantine: QuarantineStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async import(source: RateSource, period: Period, signal: AbortSignal): Promise<IsoDate | null> {
    const published = await source.fetch(period, signal);
    const dates: IsoDate[] = [];
    for (const currency of source.currencies) {
      const values = published.filter((value) => value.currency === currency);
      if (values.length === 0) continue;
      dates.push(...(await this.store(source, currency, values, period)));
      // Embedded writes are synchronous, so other requests of this process get a chance to run.
      await setImmediate();
    }
    return dates.sort().at(-1) ?? null;
  }

  private async store(
    { name, label }: RateSource,
    currency: string,
    values: readonly PublishedValue[],
    { from }: Period,
  ): Promise<IsoDate[]> {
    const reference = await this.findReference(currency, from);
    const { accepted, quarantined } = checkPlausibility(currency, values, reference);
    const now = this.clock.now();
    await this.legs.append(
      accepted.map(({ date, perEur }) => ({ quote: currency, date, perEur, source: label })),
      now,
    );
    const dates = accepted.map(({ date }) => date);
    await this.quarantine.remove(name, currency, dates);
    const added = await this.quarantine.add(name, currency, quarantined, now);
    if (added > 0) refusedRates.inc({ source: name }, added);
    return dates;
  }

  private async findReference(currency: string, from: IsoDate): Promise<Decimal | null> {
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
