import type { IdSource } from '@outlay/ids';

/** Crockford's alphabet: no I, L, O or U, so that an id read aloud or copied by hand stays the same. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** The id people see: `EXP-` and ten characters, 50 bits, so that two in a million expenses meet once in 2,000 systems. */
export function publicExpenseId(ids: IdSource): string {
  return `EXP-${Array.from(ids.bytes(LENGTH), (byte) => ALPHABET[byte & 31]).join('')}`;
}
