import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  multiplyDecimals,
  roundHalfUp,
  type Decimal,
} from './decimal.js';
import { divideToRate, reimbursementOf } from './money.js';

/** The largest relative difference of an override from the fetched rate, inclusive. */
export const OVERRIDE_TOLERANCE: Decimal = '0.05';
/** The same in percent. */
export const OVERRIDE_TOLERANCE_PERCENT = multiplyDecimals(OVERRIDE_TOLERANCE, '100');

export const overrideMessages = {
  outOfRange: `Override rate exceeds the ±${OVERRIDE_TOLERANCE_PERCENT}% limit or is invalid`,
  exceedsHint: `(Exceeds ±${OVERRIDE_TOLERANCE_PERCENT}% limit)`,
  reasonRequired: 'Please provide a reason for the override',
} as const;

export interface RateRange {
  readonly lowest: Decimal;
  readonly highest: Decimal;
}

/** The range of permitted overrides, inclusive and exact. */
export function overrideRange(fetchedRate: Decimal): RateRange {
  return {
    lowest: multiplyDecimals(fetchedRate, addDecimals(['1', `-${OVERRIDE_TOLERANCE}`])),
    highest: multiplyDecimals(fetchedRate, addDecimals(['1', OVERRIDE_TOLERANCE])),
  };
}

export function isOverrideAllowed(fetchedRate: Decimal, rate: Decimal): boolean {
  const { lowest, highest } = overrideRange(fetchedRate);
  return compareDecimals(rate, '0') > 0 && compareDecimals(rate, lowest) >= 0 && compareDecimals(rate, highest) <= 0;
}

/** Whether the paid amount is within the tolerance, by the exact quotient of the two. */
export function isPaidAllowed(fetchedRate: Decimal, amount: Decimal, paid: Decimal): boolean {
  return isOverrideAllowed(multiplyDecimals(amount, fetchedRate), paid);
}

/**
 * The rate paid ÷ amount, in as many decimals as give `paid` again. It is rounded towards the fetched rate, so that it
 * is within the tolerance whenever the exact quotient is. Null if one of them is zero.
 */
export function impliedRate(fetchedRate: Decimal, amount: Decimal, paid: Decimal): Decimal | null {
  if (compareDecimals(amount, '0') === 0 || compareDecimals(paid, '0') === 0) return null;
  const isAbove = compareDecimals(paid, multiplyDecimals(amount, fetchedRate)) > 0;
  const givesPaid = (rate: Decimal) => compareDecimals(reimbursementOf(amount, rate), paid) === 0;
  return divideToRate(paid, amount, isAbove ? 'down' : 'up', givesPaid);
}

/** The signed difference of `rate` from `fetchedRate` in percent, to two decimals: `5.00` for `1.05` and `1`. */
export function deviationPercent(fetchedRate: Decimal, rate: Decimal): Decimal {
  const ratio = divideDecimals(rate, fetchedRate, 8);
  return roundHalfUp(multiplyDecimals(addDecimals([ratio, '-1']), '100'), 2);
}
