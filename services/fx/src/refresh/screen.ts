import type { RateRefusal } from '@outlay/contracts';
import { compareDecimals, isDecimal, multiplyDecimals, type Decimal, type IsoDate } from '@outlay/rules';

/** A currency's value on a day as it came, and what became of it. */
export interface DatedValue {
  readonly date: IsoDate;
  readonly perEur: string;
}
export interface RefusedValue extends DatedValue {
  readonly reason: RateRefusal;
  /** What it was compared with; null where there was nothing, or nothing to compare. */
  readonly reference: Decimal | null;
}
export interface Screened {
  readonly kept: readonly DatedValue[];
  readonly refused: readonly RefusedValue[];
}

interface Bounds {
  readonly least: Decimal;
  readonly most: Decimal;
}

const MAJORS = new Set('AUD CAD CHF CNY DKK GBP HKD JPY NOK NZD SEK SGD USD'.split(' '));
/** The largest believable move from one published day to the next (fx design): a tenth for majors, a quarter for others. */
const MAJOR: Bounds = { least: '0.9', most: '1.1' };
const OTHER: Bounds = { least: '0.75', most: '1.25' };
/**
 * A move beyond a third or threefold is a slip of the feed, which may last for days, or a new rate altogether, such as
 * the rial's in 2026: the ten values published next have to agree.
 */
const POSSIBLE: Bounds = { least: '0.333333', most: '3' };
const SUSTAINED = 10;
/** What a euro may be worth in any money: more than a twentieth of a dinar, less than a hundred million of the weakest. */
const PLAUSIBLE: Bounds = { least: '0.05', most: '100000000' };

/**
 * One currency's published values from the oldest on, beginning with the one believed last. A value that moves too far
 * waits until the one published next confirms it: a slip of the feed is not, a devaluation is.
 */
export function screen(currency: string, published: readonly DatedValue[], reference: Decimal | null): Screened {
  const believable = MAJORS.has(currency) ? MAJOR : OTHER;
  const values = [...published].sort((a, b) => (a.date < b.date ? -1 : 1));
  const [kept, refused]: [DatedValue[], RefusedValue[]] = [[], []];
  let believed = reference;
  for (const [index, value] of values.entries()) {
    const reason = refusal(value.perEur, believed, () => ratesAfter(values, index), believable);
    if (reason === null) {
      kept.push(value);
      believed = value.perEur;
    } else {
      refused.push({ ...value, reason, reference: reason === 'not_a_rate' ? null : believed });
    }
  }
  return { kept, refused };
}

/** The middle one of the first three values: where to begin when there is nothing older, since the first may be a slip. */
export function middleOfFirst(published: readonly DatedValue[]): Decimal | null {
  const first = published
    .map(({ perEur }) => perEur)
    .filter(isRate)
    .slice(0, 3);
  return first.sort(compareDecimals)[(first.length - 1) >> 1] ?? null;
}

function refusal(
  value: string,
  believed: Decimal | null,
  following: () => readonly Decimal[],
  believable: Bounds,
): RateRefusal | null {
  if (!isRate(value)) return 'not_a_rate';
  if (!isWithin(PLAUSIBLE, value, '1')) return 'impossible';
  if (believed === null) return 'no_reference';
  if (isWithin(believable, value, believed)) return null;
  const isPossible = isWithin(POSSIBLE, value, believed);
  if (isConfirmed(value, following(), isPossible ? 1 : SUSTAINED, believable)) return null;
  return isPossible ? 'unconfirmed' : 'impossible';
}

function ratesAfter(values: readonly DatedValue[], index: number): readonly Decimal[] {
  return values.slice(index + 1).flatMap(({ perEur }) => (isRate(perEur) ? [perEur] : []));
}

/** Whether the next `times` values each stay near the one before. */
function isConfirmed(value: Decimal, following: readonly Decimal[], times: number, believable: Bounds): boolean {
  const series = [value, ...following.slice(0, times)];
  return (
    series.length > times &&
    series.every((each, index) => index === 0 || isWithin(believable, each, series[index - 1] ?? each))
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
