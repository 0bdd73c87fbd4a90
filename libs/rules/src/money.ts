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

/**
 * Parses an amount of money: zero or more, at most two decimals, below 1e12. Returns it with exactly two decimals, or
 * null if it is not a valid amount.
 */
export function parseAmount(input: unknown): Decimal | null {
  const value = parseDecimal(input);
  if (value === null || compareDecimals(value, '0') < 0 || compareDecimals(value, '1000000000000') >= 0) return null;
  return decimalPlaces(value) > AMOUNT_DECIMALS ? null : roundHalfUp(value, AMOUNT_DECIMALS);
}

/** Parses an exchange rate; null unless it is a decimal above zero. */
export function parseRate(input: unknown): Decimal | null {
  const value = parseDecimal(input);
  return value !== null && compareDecimals(value, '0') > 0 ? value : null;
}
