import { roundHalfUp, type Decimal } from '@outlay/rules';

const DIGITS = 19;

/** Zero or more with two decimals, as a text that sorts like the number: both stores compare texts exactly. */
export function sortableAmount(amount: Decimal): string {
  return roundHalfUp(amount, 2).padStart(DIGITS, '0');
}
