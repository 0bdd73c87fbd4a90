import { createHmac, timingSafeEqual } from 'node:crypto';

export const RESET_CODE_SECONDS = 60 * 60;
export const RESET_CODE_MAX_TRIES = 5;

const CODES = 1_000_000;
/** The largest multiple of a million below 2³²; values from here on would make low codes more likely. */
const UNBIASED_LIMIT = Math.floor(2 ** 32 / CODES) * CODES;

/** Six digits, each code equally likely. */
export function generateResetCode(bytes: (size: number) => Buffer): string {
  let random = UNBIASED_LIMIT;
  while (random >= UNBIASED_LIMIT) random = bytes(4).readUInt32BE();
  return String(random % CODES).padStart(6, '0');
}

/**
 * The stored form of a code: keyed, because a plain hash of one in a million codes can be reversed by trying them all.
 * The label separates it from other uses of the key.
 */
export function hashResetCode(secret: string, userId: string, issue: string, code: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['reset-code', userId, issue, code]))
    .digest('base64url');
}

/** Compares in constant time. */
export function hashesEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
