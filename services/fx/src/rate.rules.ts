import { identityRate, OutlayError, type FrozenRate } from '@outlay/contracts';
import {
  addDays,
  currencyProblem,
  dateMessages,
  divideToRate,
  isIsoDate,
  monthsBefore,
  parseCurrency,
  type IsoDate,
} from '@outlay/rules';
import { constantLegs } from './constant-legs.js';
import { anyOf, type Leg, type LegSource } from './leg.js';
import { isTargetDay } from './sources/target-days.js';

/** Older rates than this are stale; the longest gap of the ECB since 2010 is five days. */
const FRESH_DAYS = 7;
export const HISTORY_MONTHS = 13;
const SOURCE_SEPARATOR = ' × ';

export const rateMessages = {
  tooOld: `Exchange rates are kept for ${HISTORY_MONTHS} months. Please select a more recent date.`,
  unavailable: 'Exchange rates are not available at the moment. Please try again in a moment.',
  notAvailable: (currency: string, date: IsoDate) => `No exchange rate is available for ${currency} on ${date}.`,
} as const;

export interface RateQuery {
  readonly from: string;
  readonly to: string;
  readonly date: IsoDate;
}

/** Accepts the day after `today`, since it has begun east of UTC. */
export function parseRateQuery({ from, to, date }: RateQuery, today: IsoDate): RateQuery {
  if (!isIsoDate(date)) throw invalid('date', dateMessages.invalid);
  if (date > addDays(today, 1)) throw invalid('date', dateMessages.futureShort);
  if (date < monthsBefore(today, HISTORY_MONTHS)) throw invalid('date', rateMessages.tooOld);
  return { from: isoCode('from', from, date), to: isoCode('to', to, date), date };
}

/** Uses a later source only after a week without rates: a feed's Sunday must not replace the central bank's Friday. */
export async function resolveRate(
  query: RateQuery,
  today: IsoDate,
  sources: readonly LegSource[],
): Promise<FrozenRate> {
  const { from, to, date } = query;
  if (from === to) return identityRate(date);
  const legs = await findLegs(query, sources);
  if (!legs.from || !legs.to) {
    throw new OutlayError('RATE_NOT_AVAILABLE', rateMessages.notAvailable(legs.from ? to : from, date));
  }
  const effectiveDate = legs.from.date;
  return {
    rate: divideToRate(legs.to.perEur, legs.from.perEur),
    effectiveDate,
    source: nameSources([legs.from, legs.to]),
    stale: !isFresh(effectiveDate, date),
    // On days without a publication, such as weekends, the last rate is final.
    provisional: date >= today && effectiveDate < date && isTargetDay(date),
    legs: [recordedLeg(legs.from), recordedLeg(legs.to)],
  };
}

function recordedLeg({ quote, perEur, source }: Leg) {
  return { currency: quote, perEur, source };
}

interface Legs {
  readonly from: Leg | null;
  readonly to: Leg | null;
}

async function findLegs(query: RateQuery, sources: readonly LegSource[]): Promise<Legs> {
  let legs = await newestCommonDay(query, constantLegs);
  for (const index of sources.keys()) {
    if (legs.from && legs.to && isFresh(legs.from.date, query.date)) break;
    legs = await newestCommonDay(query, anyOf([constantLegs, ...sources.slice(0, index + 1)]));
  }
  return legs;
}

async function newestCommonDay({ from, to, date }: RateQuery, source: LegSource): Promise<Legs> {
  for (let day = date; ;) {
    const legs = { from: await source.newest(from, day), to: await source.newest(to, day) };
    if (!legs.from || !legs.to || legs.from.date === legs.to.date) return legs;
    day = legs.from.date < legs.to.date ? legs.from.date : legs.to.date;
  }
}

function nameSources(legs: readonly Leg[]): string {
  const sources = legs.filter(({ quote }) => quote !== 'EUR').flatMap(({ source }) => source.split(SOURCE_SEPARATOR));
  return [...new Set(sources)].join(SOURCE_SEPARATOR);
}

function isFresh(effectiveDate: IsoDate, date: IsoDate): boolean {
  return effectiveDate >= addDays(date, -FRESH_DAYS);
}

function isoCode(field: 'from' | 'to', raw: string, date: IsoDate): string {
  const code = parseCurrency(raw) ?? '';
  const problem = currencyProblem(code, date);
  if (problem !== null) throw invalid(field, problem);
  return code;
}

function invalid(field: keyof RateQuery, message: string): OutlayError {
  return new OutlayError('INVALID_INPUT', message, [{ field, message }]);
}
