import type { RateRefusal } from '@outlay/contracts';
import { compareDecimals, isDecimal, multiplyDecimals, type Decimal, type IsoDate } from '@outlay/rules';

export interface DatedValue {
  readonly date: IsoDate;
  readonly perEur: string;
}
export interface QuarantinedValue extends DatedValue {
  readonly reason: RateRefusal;
  readonly reference: Decimal | null;
}
export interface PlausibilityResult {
  readonly accepted: readonly DatedValue[];
  readonly quarantined: readonly QuarantinedValue[];
}

interface Bounds {
  readonly least: Decimal;
  readonly most: Decimal;
}

const MAJORS = new Set('AUD CAD CHF CNY DKK GBP HKD JPY NOK NZD SEK SGD USD'.split(' '));
/** The largest plausible move from one published day to the next: a tenth for majors, a quarter for others. */
const MAJOR_MOVE: Bounds = { least: '0.9', most: '1.1' };
const OTHER_MOVE: Bounds = { least: '0.75', most: '1.25' };
/** A larger move is an error or, like the rial in 2026, a new rate that the next ten published values confirm. */
const POSSIBLE_MOVE: Bounds = { least: '0.333333', most: '3' };
const CONFIRMATIONS_OF_NEW_RATE = 10;
/** The bounds of a euro's value: below the strongest currency, the dinar, and above the weakest by a wide margin. */
const POSSIBLE_VALUE: Bounds = { least: '0.05', most: '100000000' };

/** A value that moves too far needs the next one to confirm it: a devaluation lasts, an error of the feed does not. */
export function checkPlausibility(
  currency: string,
  published: readonly DatedValue[],
  reference: Decimal | null,
): PlausibilityResult {
  const move = MAJORS.has(currency) ? MAJOR_MOVE : OTHER_MOVE;
  const values = [...published].sort((a, b) => (a.date < b.date ? -1 : 1));
  const [accepted, quarantined]: [DatedValue[], QuarantinedValue[]] = [[], []];
  let lastAccepted = reference;
  for (const [index, value] of values.entries()) {
    const reason = reasonToQuarantine(value.perEur, lastAccepted, () => ratesAfter(values, index), move);
    if (reason === null) {
      accepted.push(value);
      lastAccepted = value.perEur;
    } else {
      quarantined.push({ ...value, reason, reference: reason === 'not_a_rate' ? null : lastAccepted });
    }
  }
  return { accepted, quarantined };
}

/** The first value may be an error. */
export function initialReference(published: readonly DatedValue[]): Decimal | null {
  const first = published
    .map(({ perEur }) => perEur)
    .filter(isRate)
    .slice(0, 3);
  return first.sort(compareDecimals)[(first.length - 1) >> 1] ?? null;
}

function reasonToQuarantine(
  value: string,
  reference: Decimal | null,
  following: () => readonly Decimal[],
  move: Bounds,
): RateRefusal | null {
  if (!isRate(value)) return 'not_a_rate';
  if (!isWithin(POSSIBLE_VALUE, value, '1')) return 'impossible';
  if (reference === null) return 'no_reference';
  if (isWithin(move, value, reference)) return null;
  const isPossible = isWithin(POSSIBLE_MOVE, value, reference);
  if (isConfirmed(value, following(), isPossible ? 1 : CONFIRMATIONS_OF_NEW_RATE, move)) return null;
  return isPossible ? 'unconfirmed' : 'impossible';
}

function ratesAfter(values: readonly DatedValue[], index: number): readonly Decimal[] {
  return values.slice(index + 1).flatMap(({ perEur }) => (isRate(perEur) ? [perEur] : []));
}

function isConfirmed(value: Decimal, following: readonly Decimal[], times: number, move: Bounds): boolean {
  const series = [value, ...following.slice(0, times)];
  return (
    series.length > times &&
    series.every((each, index) => index === 0 || isWithin(move, each, series[index - 1] ?? each))
  );
}

function isRate(value: string): boolean {
  return isDecimal(value) && compareDecimals(value, '0') > 0;
}

function isWithin({ least, most }: Bounds, value: Decimal, reference: Decimal): boolean {
  return (
    compareDecimals(value, multiplyDecimals(reference, least)) >= 0 &&
    compareDecimals(value, multiplyDecimals(reference, most)) <= 0
  );
}
