import type { IdSource } from '@outlay/time';

/** Crockford's Base32: no I, L, O or U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** 50 random bits: two of a million expenses collide with probability 1/2,000. */
export function publicExpenseId(ids: IdSource): string {
  return `EXP-${Array.from(ids.bytes(LENGTH), (byte) => ALPHABET[byte & 31]).join('')}`;
}
