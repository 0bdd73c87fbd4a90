import { decimalPlaces, parseDecimal, type Decimal } from './decimal.js';

/** The meaning of a typed number: `value` if it has one, `either` if it can mean two, neither if it is no number. */
export interface TypedNumber {
  readonly value: Decimal | null;
  readonly either: readonly [whole: Decimal, fraction: Decimal] | null;
}

// Only the ASCII space is on a keyboard; the others come with pasted texts.
const GROUPING = /[ \u00a0\u2007\u2009\u202f'\u2019]/g;

/** Groups of three digits; in India, those before the last three are of two. */
const BY_COMMA = /^(\d{1,3}(,\d{3})+|\d{1,2}(,\d{2})+,\d{3})$/;
const BY_POINT = /^\d{1,3}(\.\d{3})+$/;
const BY_SPACE = /^\d{1,3}( \d{3})+$/;

/**
 * Reads a number as people write it: `12,50`, `1.234,50`, `1,234.50`, `1 234,50`, `1'234.50`. A single separator before
 * exactly three digits can be of thousands or of decimals.
 * @param isMeant whether a value is possible where it is typed; tells two readings apart if it is true of one of them
 */
export function readTypedNumber(typed: string, isMeant: (value: Decimal) => boolean = () => true): TypedNumber {
  const text = typed.trim().replace(GROUPING, ' ');
  const whole = wholeOf(text);
  const fraction = fractionOf(text);
  if (whole === null || fraction === null) return { value: whole ?? fraction, either: null };
  if (isMeant(whole) === isMeant(fraction)) {
    return isMeant(whole) ? { value: null, either: [whole, fraction] } : { value: fraction, either: null };
  }
  return { value: isMeant(whole) ? whole : fraction, either: null };
}

/** The number with every separator as one of thousands. */
function wholeOf(text: string): Decimal | null {
  const isGrouped = /^[1-9]/.test(text) && [BY_COMMA, BY_POINT, BY_SPACE].some((by) => by.test(text));
  return isGrouped ? parseDecimal(text.replace(/[,. ]/g, '')) : null;
}

/** The number with its last comma or point as that of decimals, if it has one. */
function fractionOf(text: string): Decimal | null {
  const [, before = '', separator = '', decimals = ''] = /^(.*?)(?:([.,])(\d*))?$/.exec(text) ?? [];
  const by = { ',': [BY_POINT, BY_SPACE], '.': [BY_COMMA, BY_SPACE], '': [] }[separator] ?? [];
  const isWhole = /^\d*$/.test(before) || by.some((grouping) => grouping.test(before));
  if (!isWhole || before + decimals === '') return null;
  return parseDecimal(`${before.replace(/[,. ]/g, '') || '0'}${decimals && `.${decimals}`}`);
}

/** A whole number of at most nine digits, as typed; null for anything else, such as `1e2` or `7.0`. */
export function parseWholeNumber(typed: string): number | null {
  const text = typed.trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

export function isWhole(value: Decimal): boolean {
  return decimalPlaces(value) === 0;
}
