import { parseDecimal, type Decimal } from '@outlay/rules';

const SIGNIFICANT_DIGITS = 10;

/** A number of JSON as a decimal of at most ten significant digits; as it is written where it is none. */
export function decimalText(value: number): Decimal {
  return parseDecimal(Number(value.toPrecision(SIGNIFICANT_DIGITS))) ?? String(value);
}
