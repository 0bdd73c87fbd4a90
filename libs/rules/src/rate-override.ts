import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  multiplyDecimals,
  roundHalfUp,
  type Decimal,
} from './decimal.js';
import { RATE_DECIMALS } from './money.js';

/** An override may lie this share away from the fetched rate, both ends included (specification §9). */
export const OVERRIDE_TOLERANCE: Decimal = '0.05';

export const overrideMessages = {
  outOfRange: 'Override rate exceeds the ±5% limit or is invalid',
  exceedsHint: '(Exceeds ±5% limit)',
  reasonRequired: 'Please provide a reason for the override',
} as const;

export interface RateRange {
  readonly lowest: Decimal;
  readonly highest: Decimal;
}

/** The rates an override may take, both ends allowed; exact, not rounded. */
export function overrideRange(fetchedRate: Decimal): RateRange {
  return { lowest: multiplyDecimals(fetchedRate, '0.95'), highest: multiplyDecimals(fetchedRate, '1.05') };
}

/** True when `rate` is above zero and within the tolerance of the fetched rate; the boundary itself is allowed. */
export function isOverrideAllowed(fetchedRate: Decimal, rate: Decimal): boolean {
  const { lowest, highest } = overrideRange(fetchedRate);
  return compareDecimals(rate, '0') > 0 && compareDecimals(rate, lowest) >= 0 && compareDecimals(rate, highest) <= 0;
}

/** The rate implied by what was received for an amount, to six decimals. Null when the amount is zero. */
export function impliedRate(amount: Decimal, received: Decimal): Decimal | null {
  return compareDecimals(amount, '0') === 0 ? null : divideDecimals(received, amount, RATE_DECIMALS);
}

/** How far `rate` lies from `fetchedRate`, in percent, signed, to two decimals: `1.05` against `1` is `5.00`. */
export function deviationPercent(fetchedRate: Decimal, rate: Decimal): Decimal {
  const ratio = divideDecimals(rate, fetchedRate, 8);
  return roundHalfUp(multiplyDecimals(addDecimals([ratio, '-1']), '100'), 2);
}
