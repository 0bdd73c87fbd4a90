import { addDays, isoDayOf, ISO_4217, type IsoDate } from '@outlay/rules';
import * as z from 'zod/mini';
import { decimalText } from './decimal-text.js';
import { fetchText, SourceFailure } from './fetch-text.js';
import type { Period, PublishedValue, RateSource } from './rate-source.js';

/** Codes for which it is no source, and why: no answer is better than one of these. */
export const CURRENCY_API_LEAVES_OUT: Readonly<Record<string, string>> = {
  SYP: 'the source switches between the old and the new pound, 100 to 1',
};

const MAX_BYTES = 100_000;
/** How far back it is asked at first, a file a day; older days when somebody asks for one. */
const FIRST_DAYS = 14;

const file = z.object({ date: z.string(), eur: z.record(z.string(), z.number()) });

/** The currency-api feed (CC0): a file a day with what a euro is worth in everything there is. */
export class CurrencyApi implements RateSource {
  readonly name = 'currency-api';
  readonly label = 'currency-api';
  readonly currencies: ReadonlySet<string>;

  /**
   * `urls`: the address of a day's file and those of its mirrors, `{date}` where the day goes. `others`: the currencies
   * that have a source of their own.
   */
  constructor(
    private readonly urls: readonly string[],
    others: ReadonlySet<string>,
  ) {
    this.currencies = new Set([...ISO_4217].filter((code) => !others.has(code) && !(code in CURRENCY_API_LEAVES_OUT)));
  }

  firstDay(today: IsoDate): IsoDate {
    return addDays(today, -FIRST_DAYS);
  }

  expectedDay(now: Date): IsoDate {
    return addDays(isoDayOf(now), -1);
  }

  async fetch({ from, to }: Period, signal: AbortSignal): Promise<readonly PublishedValue[]> {
    const values: PublishedValue[] = [];
    for (let day = from; day <= to; day = addDays(day, 1)) values.push(...(await this.fetchDay(day, signal)));
    return values;
  }

  /** Nothing for a day that an address knows not to be there, such as today's before it is published. */
  private async fetchDay(date: IsoDate, signal: AbortSignal): Promise<readonly PublishedValue[]> {
    let failure: unknown;
    let isAbsent = false;
    for (const url of this.urls) {
      try {
        const text = await fetchText(new URL(url.replaceAll('{date}', date)), { signal, maxBytes: MAX_BYTES });
        if (text !== null) return this.read(text, date);
        isAbsent = true;
      } catch (error) {
        failure = error;
      }
    }
    // A mirror whose hosts are named by day has none to fail for such a day.
    if (failure !== undefined && !isAbsent) throw failure;
    return [];
  }

  private read(text: string, date: IsoDate): readonly PublishedValue[] {
    const { eur } = parseFile(text, date);
    return [...this.currencies].flatMap((currency) => {
      const value = eur[currency.toLowerCase()];
      return value === undefined ? [] : [{ currency, date, perEur: decimalText(value) }];
    });
  }
}

function parseFile(text: string, date: IsoDate): z.infer<typeof file> {
  try {
    const content = file.parse(JSON.parse(text));
    if (content.date === date) return content;
  } catch (error) {
    throw new SourceFailure('answered with something else than its rates', { cause: error });
  }
  throw new SourceFailure('answered with another day');
}
