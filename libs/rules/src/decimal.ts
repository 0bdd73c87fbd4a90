import Big from 'big.js';

/**
 * An exact decimal number as text: optional minus, digits, optional fraction; never an exponent, never a float.
 * Amounts have at most two decimals, rates as many as their source gave.
 */
export type Decimal = string;

const DECIMAL = /^-?\d{1,15}(\.\d{1,20})?$/;

// A constructor of our own, so that nobody else's settings reach the arithmetic of money.
const Exact = Big();

export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/** Reads a decimal from text or a JSON number. Returns null for anything that is not a plain finite decimal. */
export function parseDecimal(input: unknown): Decimal | null {
  if (typeof input === 'number') return Number.isFinite(input) ? parseDecimal(new Exact(input).toFixed()) : null;
  if (typeof input !== 'string') return null;
  const text = input.trim();
  return isDecimal(text) ? new Exact(text).toFixed() : null;
}

/** The number of digits after the point, trailing zeros not counted: `1.50` has 1. */
export function decimalPlaces(value: Decimal): number {
  return (new Exact(value).toFixed().split('.')[1] ?? '').length;
}

/** -1, 0 or 1, like a sort comparator. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  return new Exact(a).cmp(b);
}

/** Rounds half up (away from zero on a tie) to `places` decimals and keeps trailing zeros: `1.005` → `1.01`. */
export function roundHalfUp(value: Decimal, places: number): Decimal {
  return new Exact(value).round(places, Big.roundHalfUp).toFixed(places);
}

export function addDecimals(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), new Exact(0)).toFixed();
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return new Exact(a).times(b).toFixed();
}

/** Divides and rounds half up to `places` decimals. Throws a RangeError when the divisor is zero. */
export function divideDecimals(dividend: Decimal, divisor: Decimal, places: number): Decimal {
  if (new Exact(divisor).eq(0)) throw new RangeError('Division by zero');
  // Two guard digits, cut off and not rounded: the one rounding is the half-up below, so a value is never rounded twice.
  const Divider = Big();
  Divider.DP = places + 2;
  Divider.RM = Big.roundDown;
  return new Divider(dividend).div(divisor).round(places, Big.roundHalfUp).toFixed(places);
}

/** For the REST edge only: the JSON number nearest to the decimal. */
export function toNumber(value: Decimal): number {
  return Number(value);
}
