import { readFile } from 'node:fs/promises';
import type { Decimal, IsoDate } from '@outlay/rules';
import type { Leg, LegSource } from '../leg.js';

/** What `npm run fx:refresh` writes: for each currency one value a day of `dates`, null where there is none. */
export interface RateBundle {
  readonly source: string;
  readonly licence: string;
  /** The instant it was built, ISO. */
  readonly builtAt: string;
  readonly dates: readonly IsoDate[];
  readonly perEur: Readonly<Record<string, readonly (Decimal | null)[]>>;
}

export interface BundleDescription extends Pick<RateBundle, 'source' | 'licence' | 'builtAt'> {
  readonly newestDate: IsoDate;
}

const FILE = new URL('./rates.bundle.json', import.meta.url);
const SOURCE = 'currency-api (bundled)';

/** The table that comes with the product, so that a machine without a network still answers. */
export class BundledLegs implements LegSource {
  private bundle: Promise<RateBundle> | undefined;

  constructor(private readonly load: () => Promise<RateBundle> = readBundle) {}

  async newest(quote: string, day: IsoDate): Promise<Leg | null> {
    const { dates, perEur } = await this.read();
    const values = perEur[quote];
    if (!values) return null;
    for (let index = dates.length - 1; index >= 0; index -= 1) {
      const date = dates[index];
      const value = values[index];
      if (date !== undefined && value && date <= day) return { quote, date, perEur: value, source: SOURCE };
    }
    return null;
  }

  /** What the table is, how old it is, and up to which day it goes. */
  async describe(): Promise<BundleDescription> {
    const { source, licence, builtAt, dates } = await this.read();
    return { source, licence, builtAt, newestDate: dates.at(-1) ?? '' };
  }

  /** Read at the first question and not at the start, which has to be fast. */
  private read(): Promise<RateBundle> {
    return (this.bundle ??= this.load());
  }
}

export async function readBundle(): Promise<RateBundle> {
  return JSON.parse(await readFile(FILE, 'utf8')) as RateBundle;
}
