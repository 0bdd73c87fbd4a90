import { readFile } from 'node:fs/promises';
import type { Decimal, IsoDate } from '@outlay/rules';
import type { Leg, LegSource } from '../leg.js';

/** Written by `npm run checks -- fx-refresh`: for each currency one value per day of `dates`, null for a missing value. */
export interface RateBundle {
  readonly source: string;
  readonly licence: string;
  readonly builtAt: string;
  readonly dates: readonly IsoDate[];
  readonly perEur: Readonly<Record<string, readonly (Decimal | null)[]>>;
}

export interface BundleDescription extends Pick<RateBundle, 'source' | 'licence' | 'builtAt'> {
  readonly newestDate: IsoDate;
}

const FILE = new URL('./rates.bundle.json', import.meta.url);
const SOURCE = 'currency-api (bundled)';

export class BundledLegs implements LegSource {
  private bundle: Promise<RateBundle> | undefined;

  constructor(private readonly load: () => Promise<RateBundle> = readBundle) {}

  async newest(quote: string, day: IsoDate): Promise<Leg | null> {
    return (await this.legs(quote)).findLast(({ date }) => date <= day) ?? null;
  }

  async nearest(quote: string, day: IsoDate): Promise<Leg | null> {
    return (await this.newest(quote, day)) ?? (await this.legs(quote))[0] ?? null;
  }

  private async legs(quote: string): Promise<Leg[]> {
    const { dates, perEur } = await this.read();
    const values = Object.hasOwn(perEur, quote) ? perEur[quote] : undefined;
    return dates.flatMap((date, index) => {
      const value = values?.[index];
      return value ? [{ quote, date, perEur: value, source: SOURCE }] : [];
    });
  }

  async describe(): Promise<BundleDescription> {
    const { source, licence, builtAt, dates } = await this.read();
    return { source, licence, builtAt, newestDate: dates.at(-1) ?? '' };
  }

  /** Read on the first query to keep the start fast. */
  private read(): Promise<RateBundle> {
    return (this.bundle ??= this.load());
  }
}

export async function readBundle(): Promise<RateBundle> {
  return JSON.parse(await readFile(FILE, 'utf8')) as RateBundle;
}
