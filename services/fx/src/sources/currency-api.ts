import { addDays, isoDayOf, ISO_4217, type IsoDate } from '@outlay/rules';
import * as z from 'zod/mini';
import { decimalText } from './decimal-text.js';
import { fetchText, SourceFailure } from './fetch-text.js';
import type { Period, PublishedValue, RateSource } from './rate-source.js';

const CURRENCY_API_EXCLUDED: Readonly<Record<string, string>> = {
  SYP: 'the source switches between the old and the new pound, 100 to 1',
};

const MAX_BYTES = 100_000;
/** The first fetch goes back this far, one file per day; older days are fetched on demand. */
const FIRST_DAYS = 14;

const file = z.object({ date: z.string(), eur: z.record(z.string(), z.number()) });

export class CurrencyApi implements RateSource {
  readonly name = 'currency-api';
  readonly label = 'currency-api';
  readonly currencies: ReadonlySet<string>;

  constructor(
    private readonly urls: readonly string[],
    pinnedElsewhere: ReadonlySet<string>,
  ) {
    this.currencies = new Set(
      [...ISO_4217].filter((code) => !pinnedElsewhere.has(code) && !(code in CURRENCY_API_EXCLUDED)),
    );
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
    // A mirror with a host per day fails for an unpublished day, so one 404 is enough.
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
