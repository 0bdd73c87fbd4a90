import {
  addDecimals,
  compareDecimals,
  decimalPlaces,
  impliedRate,
  isOverrideAllowed,
  multiplyDecimals,
  overrideRange,
  parseAmount,
  parseRate,
  RATE_DECIMALS,
  reimbursementOf,
  roundHalfUp,
  type Decimal,
} from '@outlay/rules';

export interface OverrideDraft {
  received: string;
  rate: string;
}

export function byReceived(amount: Decimal, received: string): OverrideDraft {
  const parsed = parseAmount(received);
  return { received, rate: parsed === null ? '' : (impliedRate(amount, parsed) ?? '') };
}

export function byRate(amount: Decimal, rate: string): OverrideDraft {
  const parsed = parseRate(rate);
  return { rate, received: parsed === null ? '' : reimbursementOf(amount, parsed) };
}

export function allowedRate(fetched: Decimal, rate: string): Decimal | null {
  const parsed = parseRate(rate);
  if (parsed === null || decimalPlaces(parsed) > RATE_DECIMALS) return null;
  return isOverrideAllowed(fetched, parsed) ? parsed : null;
}

export interface EnterableRange {
  readonly rates: readonly [Decimal, Decimal];
  readonly amounts: readonly [Decimal, Decimal];
}

/** The allowed range rounded inwards, so that both displayed limits are allowed. */
export function enterableRange(fetched: Decimal, amount: Decimal): EnterableRange {
  const range = overrideRange(fetched);
  const [lowest, highest] = [roundUp(range.lowest, RATE_DECIMALS), roundDown(range.highest, RATE_DECIMALS)];
  return {
    rates: [lowest, highest],
    amounts: [roundUp(multiplyDecimals(amount, lowest), 2), roundDown(multiplyDecimals(amount, highest), 2)],
  };
}

function roundUp(value: Decimal, places: number): Decimal {
  const rounded = roundHalfUp(value, places);
  return compareDecimals(rounded, value) < 0 ? addDecimals([rounded, unit(places)]) : rounded;
}

function roundDown(value: Decimal, places: number): Decimal {
  const rounded = roundHalfUp(value, places);
  return compareDecimals(rounded, value) > 0 ? addDecimals([rounded, `-${unit(places)}`]) : rounded;
}

function unit(places: number): Decimal {
  return `0.${'1'.padStart(places, '0')}`;
}
