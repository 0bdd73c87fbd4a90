import Big from 'big.js';

/** Exact decimal text: optional minus, up to 15 digits, optional fraction of up to 20, no exponent. */
export type Decimal = string;

const DECIMAL = /^-?\d{1,15}(\.\d{1,20})?$/;

// A separate constructor, because settings of the shared one are global.
const Exact = Big();

export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/** Parses text or a JSON number; null unless it is a plain finite decimal. Number inputs of browsers also send `.5`. */
export function parseDecimal(input: unknown): Decimal | null {
  if (typeof input === 'number') return Number.isFinite(input) ? parseDecimal(new Exact(input).toFixed()) : null;
  if (typeof input !== 'string') return null;
  const text = input.trim().replace(/^\./, '0.');
  return isDecimal(text) ? new Exact(text).toFixed() : null;
}

/** The number of decimals without trailing zeros: 1 for `1.50`. */
export function decimalPlaces(value: Decimal): number {
  return (new Exact(value).toFixed().split('.')[1] ?? '').length;
}

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

const ROUNDING = { halfUp: Big.roundHalfUp, down: Big.roundDown, up: Big.roundUp } as const;
export type Rounding = keyof typeof ROUNDING;

/**
 * Rounds to `places` decimals, once.
 * @throws RangeError if the divisor is zero
 */
export function divideDecimals(
  dividend: Decimal,
  divisor: Decimal,
  places: number,
  rounding: Rounding = 'halfUp',
): Decimal {
  if (new Exact(divisor).eq(0)) throw new RangeError('Division by zero');
  const Divider = Big();
  Divider.DP = places;
  Divider.RM = ROUNDING[rounding];
  return new Divider(dividend).div(divisor).toFixed(places);
}

/** The nearest JSON number, for REST replies only. */
export function toNumber(value: Decimal): number {
  return Number(value);
}
