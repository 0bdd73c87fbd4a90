import {
  addDays,
  isDecimal,
  isoDayOf,
  monthsBefore,
  multiplyDecimals,
  type Decimal,
  type IsoDate,
} from '@outlay/rules';
import * as z from 'zod/mini';
import { HISTORY_MONTHS } from '../rate.rules.js';
import { decimalText } from './decimal-text.js';
import { fetchText, SourceFailure } from './fetch-text.js';
import type { Period, PublishedValue, RateSource } from './rate-source.js';
import { isTargetDay, newestDay, weekday } from './target-days.js';

export interface Bank {
  readonly provider: string;
  readonly currency: string;
  /** The weekdays on which it publishes; 0 is Sunday. */
  readonly weekdays: readonly number[];
}

const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];

/** Each currency takes the rate of its issuer, so that it can be verified. */
export const CENTRAL_BANKS: readonly Bank[] = [
  { provider: 'CBK', currency: 'KES', weekdays: MONDAY_TO_FRIDAY },
  { provider: 'CBN', currency: 'NGN', weekdays: MONDAY_TO_FRIDAY },
  { provider: 'BAM', currency: 'MAD', weekdays: MONDAY_TO_FRIDAY },
  { provider: 'CBE', currency: 'EGP', weekdays: [0, 1, 2, 3, 4] },
];

/** Thirteen months of one currency take about 30 kB. */
const MAX_BYTES = 1_000_000;
const CROSS = 'USD';

export type DollarsPerEuro = (period: Period) => Promise<ReadonlyMap<IsoDate, Decimal>>;

/** Reads a Frankfurter service (v2). Crosses its dollar rates with the ECB's dollar of the same day. */
export class CentralBank implements RateSource {
  readonly name: string;
  readonly label: string;
  readonly currencies: ReadonlySet<string>;

  constructor(
    private readonly bank: Bank,
    private readonly url: string,
    private readonly dollarsPerEuro: DollarsPerEuro,
  ) {
    this.name = bank.provider.toLowerCase();
    this.label = `${bank.provider} × ECB`;
    this.currencies = new Set([bank.currency]);
  }

  firstDay(today: IsoDate): IsoDate {
    return monthsBefore(today, HISTORY_MONTHS + 1);
  }

  /** The expected day is yesterday at the latest, since it is fetched once a day. */
  expectedDay(now: Date): IsoDate {
    const yesterday = addDays(isoDayOf(now), -1);
    return newestDay(yesterday, (day) => isTargetDay(day) && this.bank.weekdays.includes(weekday(day)));
  }

  async fetch(period: Period, signal: AbortSignal): Promise<readonly PublishedValue[]> {
    const { currency } = this.bank;
    const [rates, dollars] = await Promise.all([this.fetchRates(period, signal), this.dollarsPerEuro(period)]);
    return rates.flatMap(({ date, rate }) => {
      const perDollar = decimalText(rate);
      const dollarsOfDay = dollars.get(date);
      if (dollarsOfDay === undefined) return [];
      // An invalid value is returned unchanged, to be quarantined as published.
      const perEur = isDecimal(perDollar) ? multiplyDecimals(perDollar, dollarsOfDay) : perDollar;
      return [{ currency, date, perEur }];
    });
  }

  private async fetchRates({ from, to }: Period, signal: AbortSignal) {
    const { provider, currency } = this.bank;
    const address = new URL(`${this.url}/rates`);
    address.search = String(new URLSearchParams({ base: CROSS, quotes: currency, providers: provider, from, to }));
    const text = await fetchText(address, { signal, maxBytes: MAX_BYTES });
    if (text === null) return [];
    const rates = z.array(
      z.object({ date: z.string(), base: z.literal(CROSS), quote: z.literal(currency), rate: z.number() }),
    );
    try {
      // The service includes the last rate before the period, dated by its own day.
      return rates.parse(JSON.parse(text)).filter(({ date }) => date >= from && date <= to);
    } catch (error) {
      throw new SourceFailure('answered with something else than its rates', { cause: error });
    }
  }
}
