import {
  compareDecimals,
  decimalPlaces,
  multiplyDecimals,
  parseDecimal,
  roundHalfUp,
  type Decimal,
} from './decimal.js';

export const AMOUNT_DECIMALS = 2;
export const RATE_DECIMALS = 6;

/** The reimbursement: amount × rate, rounded once, half up, to two decimals (design §7). */
export function reimbursementOf(amount: Decimal, rate: Decimal): Decimal {
  return roundHalfUp(multiplyDecimals(amount, rate), AMOUNT_DECIMALS);
}

/** Zero or more, at most two decimals, below 1e12; returned with exactly two decimals, or null if invalid. */
export function parseAmount(input: unknown): Decimal | null {
  const value = parseDecimal(input);
  if (value === null || compareDecimals(value, '0') < 0 || compareDecimals(value, '1000000000000') >= 0) return null;
  return decimalPlaces(value) > AMOUNT_DECIMALS ? null : roundHalfUp(value, AMOUNT_DECIMALS);
}

export function parseRate(input: unknown): Decimal | null {
  const value = parseDecimal(input);
  return value !== null && compareDecimals(value, '0') > 0 ? value : null;
}
