import {
  compareDecimals,
  decimalPlaces,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  roundHalfUp,
  type Decimal,
  type Rounding,
} from './decimal.js';

export const AMOUNT_DECIMALS = 2;
export const RATE_DECIMALS = 6;
const RATE_DIGITS = 6;
const MAX_RATE_DECIMALS = 20;

/** The reimbursement: amount × rate, rounded once, half up, to two decimals. */
export function reimbursementOf(amount: Decimal, rate: Decimal): Decimal {
  return roundHalfUp(multiplyDecimals(amount, rate), AMOUNT_DECIMALS);
}

/**
 * A quotient with at least six decimals and six significant digits, and with as many more as `isEnough` asks for: six
 * decimals alone are 1.9% wrong for the Lebanese pound.
 * @throws RangeError if twenty decimals are not enough
 */
export function divideToRate(
  dividend: Decimal,
  divisor: Decimal,
  rounding: Rounding = 'halfUp',
  isEnough: (rate: Decimal) => boolean = () => true,
): Decimal {
  for (let places = RATE_DECIMALS; places <= MAX_RATE_DECIMALS; places += 1) {
    const rate = divideDecimals(dividend, divisor, places, rounding);
    if (significantDigits(rate) >= RATE_DIGITS && isEnough(rate)) return rate;
  }
  throw new RangeError(`No rate of ${MAX_RATE_DECIMALS} decimals for ${dividend} by ${divisor}`);
}

function significantDigits(value: Decimal): number {
  return value.replace('.', '').replace(/^0+/, '').length;
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
