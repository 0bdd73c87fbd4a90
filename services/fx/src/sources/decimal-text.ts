import { parseDecimal, type Decimal } from '@outlay/rules';

const SIGNIFICANT_DIGITS = 10;

/** Rounds to ten significant digits; a value that is not a decimal is returned as text. */
export function decimalText(value: number): Decimal {
  return parseDecimal(Number(value.toPrecision(SIGNIFICANT_DIGITS))) ?? String(value);
}
