import { isIsoDate, monthsBefore, type IsoDate } from '@outlay/rules';
import { parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { HISTORY_MONTHS } from '../rate.rules.js';
import { fetchText, SourceFailure } from './fetch-text.js';
import type { Period, PublishedValue, RateSource } from './rate-source.js';
import { isTargetDay, newestDay } from './target-days.js';

/** The ECB's currencies without the rouble, suspended in 2022. The form's currencies are stored first. */
const CURRENCIES =
  'USD GBP CHF ZAR AUD BRL CAD CNY CZK DKK HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY';
const MAX_BYTES = 5_000_000;
/** Rates are published at about 16:00 in Frankfurt. */
const PUBLICATION_MINUTE = 16 * 60 + 5;

/** A period without rates is a 404, so a page without rows is something else. */
const rows = z
  .array(z.object({ CURRENCY: z.string(), TIME_PERIOD: z.string(), OBS_VALUE: z.string() }))
  .check(z.minLength(1));

export class Ecb implements RateSource {
  readonly name = 'ecb';
  readonly label = 'ECB';
  readonly currencies = new Set(CURRENCIES.split(' '));

  constructor(private readonly url: string) {}

  firstDay(today: IsoDate): IsoDate {
    return monthsBefore(today, HISTORY_MONTHS + 1);
  }

  expectedDay(now: Date): IsoDate {
    const { day, minute } = inFrankfurt(now);
    return newestDay(day, (each) => isTargetDay(each) && (each < day || minute >= PUBLICATION_MINUTE));
  }

  async fetch({ from, to }: Period, signal: AbortSignal): Promise<readonly PublishedValue[]> {
    const address = new URL(`${this.url}/D.${[...this.currencies].join('+')}.EUR.SP00.A`);
    address.search = String(
      new URLSearchParams({ startPeriod: from, endPeriod: to, format: 'csvdata', detail: 'dataonly' }),
    );
    const text = await fetchText(address, { signal, maxBytes: MAX_BYTES });
    if (text === null) return [];
    return readRows(text).flatMap(({ CURRENCY: currency, TIME_PERIOD: date, OBS_VALUE: perEur }) => {
      if (!this.currencies.has(currency) || !isIsoDate(date) || date < from || date > to) return [];
      // A holiday is a row without a value.
      return perEur === '' || perEur === 'NaN' ? [] : [{ currency, date, perEur }];
    });
  }
}

function readRows(text: string): z.infer<typeof rows> {
  try {
    return rows.parse(parse(text, { columns: true, skipEmptyLines: true, bom: true }));
  } catch (error) {
    throw new SourceFailure('answered with something else than its table', { cause: error });
  }
}

const frankfurt = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'short',
});

function inFrankfurt(now: Date): { day: IsoDate; minute: number } {
  const [day = '', time = ''] = frankfurt.format(now).split(' ');
  const [hours = '', minutes = ''] = time.split(':');
  return { day, minute: Number(hours) * 60 + Number(minutes) };
}
