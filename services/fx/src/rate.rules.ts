import { OutlayError, type FrozenRate } from '@outlay/contracts';
import {
  addDays,
  currencyMessages,
  dateMessages,
  divideDecimals,
  isIsoCurrency,
  isIsoDate,
  monthsBefore,
  parseCurrency,
  type Decimal,
  type IsoDate,
} from '@outlay/rules';
import { constantLegs } from './constant-legs.js';
import { anyOf, type Leg, type LegSource } from './leg.js';
import { isTargetDay } from './sources/target-days.js';

/** A rate older than this many days is stale; the longest gap of the ECB since 2010 is five (fx design). */
const FRESH_DAYS = 7;
/** How many months back a rate may be asked for. */
export const REACH_MONTHS = 13;
/** Between the sources a leg or a rate was made of. */
const CROSSED = ' × ';
const MIN_DECIMALS = 6;
const MIN_SIGNIFICANT_DIGITS = 6;
/** As many decimals as a `Decimal` may have. */
const MAX_DECIMALS = 20;

export const rateMessages = {
  tooOld: `Exchange rates are kept for ${REACH_MONTHS} months. Please select a more recent date.`,
  unavailable: 'Exchange rates are not available at the moment. Please try again in a moment.',
  notAvailable: (currency: string, date: IsoDate) => `No exchange rate is available for ${currency} on ${date}.`,
} as const;

export interface RateQuestion {
  readonly from: string;
  readonly to: string;
  readonly date: IsoDate;
}

/**
 * The question with its codes in capitals. `today` is UTC's; a day later is somebody's today already (design §7).
 * Throws INVALID_INPUT for a code that is not ISO 4217, and for a day that does not exist, is to come or is too long ago.
 */
export function checkQuestion({ from, to, date }: RateQuestion, today: IsoDate): RateQuestion {
  if (!isIsoDate(date)) throw invalid('date', dateMessages.invalid);
  if (date > addDays(today, 1)) throw invalid('date', dateMessages.futureShort);
  if (date < monthsBefore(today, REACH_MONTHS)) throw invalid('date', rateMessages.tooOld);
  return { from: isoCode('from', from), to: isoCode('to', to), date };
}

/**
 * Answers a checked question. Sources stand in order of preference: a later one is looked at only where those before
 * it have nothing within a week, so that a feed with a value for Sunday does not displace the central bank's of Friday.
 * Throws RATE_NOT_AVAILABLE where no day up to the one asked for has both currencies.
 */
export async function resolveRate(
  question: RateQuestion,
  today: IsoDate,
  sources: readonly LegSource[],
): Promise<FrozenRate> {
  const { from, to, date } = question;
  if (from === to) {
    return { rate: '1.000000', effectiveDate: date, source: 'identity', stale: false, provisional: false };
  }
  const legs = await findLegs(question, sources);
  if (!legs.from || !legs.to) {
    throw new OutlayError('RATE_NOT_AVAILABLE', rateMessages.notAvailable(legs.from ? to : from, date));
  }
  const effectiveDate = legs.from.date;
  return {
    rate: crossRate(legs.from.perEur, legs.to.perEur),
    effectiveDate,
    source: nameSources([legs.from, legs.to]),
    stale: !isFresh(effectiveDate, date),
    // Where no fix is to come, such as at a weekend, the last one stands.
    provisional: date >= today && effectiveDate < date && isTargetDay(date),
  };
}

/**
 * Units of `to` for one of `from`, rounded half up to at least six decimals and six significant digits: six decimals
 * alone are 1.9% wrong for a pound of Lebanon.
 */
export function crossRate(fromPerEur: Decimal, toPerEur: Decimal): Decimal {
  for (let places = MIN_DECIMALS; places <= MAX_DECIMALS; places += 1) {
    const rate = divideDecimals(toPerEur, fromPerEur, places);
    if (significantDigits(rate) >= MIN_SIGNIFICANT_DIGITS) return rate;
  }
  throw new RangeError(`No rate of ${MAX_DECIMALS} decimals between ${fromPerEur} and ${toPerEur} per euro`);
}

/** The two halves of a rate, of one day; null for the currency that ran out of days. */
interface Legs {
  readonly from: Leg | null;
  readonly to: Leg | null;
}

async function findLegs(question: RateQuestion, sources: readonly LegSource[]): Promise<Legs> {
  let legs = await newestOfOneDay(question, constantLegs);
  for (const index of sources.keys()) {
    if (legs.from && legs.to && isFresh(legs.from.date, question.date)) break;
    legs = await newestOfOneDay(question, anyOf([constantLegs, ...sources.slice(0, index + 1)]));
  }
  return legs;
}

/** Steps back to the day of the one that lags, until both currencies have the same day. */
async function newestOfOneDay({ from, to, date }: RateQuestion, source: LegSource): Promise<Legs> {
  for (let day = date; ;) {
    const legs = { from: await source.newest(from, day), to: await source.newest(to, day) };
    if (!legs.from || !legs.to || legs.from.date === legs.to.date) return legs;
    day = legs.from.date < legs.to.date ? legs.from.date : legs.to.date;
  }
}

/** Who made the rate: "ECB", "peg × ECB". The euro itself needs no source. */
function nameSources(legs: readonly Leg[]): string {
  const sources = legs.filter(({ quote }) => quote !== 'EUR').flatMap(({ source }) => source.split(CROSSED));
  return [...new Set(sources)].join(CROSSED);
}

function isFresh(effectiveDate: IsoDate, date: IsoDate): boolean {
  return effectiveDate >= addDays(date, -FRESH_DAYS);
}

function significantDigits(value: Decimal): number {
  return value.replace('.', '').replace(/^0+/, '').length;
}

function isoCode(field: 'from' | 'to', raw: string): string {
  const code = parseCurrency(raw);
  if (code === null || !isIsoCurrency(code)) throw invalid(field, currencyMessages.invalid);
  return code;
}

function invalid(field: keyof RateQuestion, message: string): OutlayError {
  return new OutlayError('INVALID_INPUT', message, [{ field, message }]);
}
