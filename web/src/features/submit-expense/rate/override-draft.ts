import {
  addDecimals,
  compareDecimals,
  decimalPlaces,
  deviationPercent,
  impliedRate,
  isOverrideAllowed,
  isPaidAllowed,
  multiplyDecimals,
  overrideRange,
  parseAmount,
  parseRate,
  RATE_DECIMALS,
  reimbursementOf,
  roundHalfUp,
  type Decimal,
} from '@outlay/rules';

/** The rate and the amount it is for. */
export interface Conversion {
  readonly fetched: Decimal;
  readonly amount: Decimal;
}

export interface OverrideDraft {
  readonly received: string;
  readonly rate: string;
  /** The figure that was entered; the other follows. */
  readonly entered: 'received' | 'rate';
}

/** The draft reopens as it was entered: a rate of more decimals than can be entered followed from the paid amount. */
export function openedDraft({ fetched, amount }: Conversion, override: Decimal | null): OverrideDraft {
  return override !== null && decimalPlaces(override) > RATE_DECIMALS
    ? byReceived({ fetched, amount }, reimbursementOf(amount, override))
    : byRate(amount, override ?? '');
}

export function byReceived({ fetched, amount }: Conversion, received: string): OverrideDraft {
  const paid = parseAmount(received);
  return { received, rate: (paid && impliedRate(fetched, amount, paid)) ?? '', entered: 'received' };
}

export function byRate(amount: Decimal, rate: string): OverrideDraft {
  const parsed = parseRate(rate);
  return { rate, received: parsed === null ? '' : reimbursementOf(amount, parsed), entered: 'rate' };
}

export interface JudgedDraft {
  /** Null if it is no rate. */
  readonly rate: Decimal | null;
  readonly deviation: Decimal | null;
  readonly isAllowed: boolean;
}

/** Judges the entered figure exactly: the other is rounded. */
export function judge({ fetched, amount }: Conversion, { received, rate, entered }: OverrideDraft): JudgedDraft {
  const parsed = parseRate(rate);
  if (parsed === null) return { rate: null, deviation: null, isAllowed: false };
  const paid = entered === 'received' ? parseAmount(received) : null;
  if (paid === null) {
    const isAllowed = decimalPlaces(parsed) <= RATE_DECIMALS && isOverrideAllowed(fetched, parsed);
    return { rate: parsed, deviation: deviationPercent(fetched, parsed), isAllowed };
  }
  const deviation = deviationPercent(multiplyDecimals(amount, fetched), paid);
  return { rate: parsed, deviation, isAllowed: isPaidAllowed(fetched, amount, paid) };
}

export interface EnterableRange {
  readonly rates: readonly [Decimal, Decimal];
  readonly amounts: readonly [Decimal, Decimal];
}

/** The allowed range rounded inwards, so that both displayed limits are allowed. */
export function enterableRange({ fetched, amount }: Conversion): EnterableRange {
  const { lowest, highest } = overrideRange(fetched);
  return {
    rates: [roundUp(lowest, RATE_DECIMALS), roundDown(highest, RATE_DECIMALS)],
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
