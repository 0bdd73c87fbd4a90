import { createHmac, timingSafeEqual } from 'node:crypto';

export const RESET_CODE_SECONDS = 60 * 60;
export const RESET_CODE_MAX_TRIES = 5;

const CODES = 1_000_000;
/** The largest multiple of a million below 2³²; values from here on would make low codes more likely. */
const UNBIASED_LIMIT = Math.floor(2 ** 32 / CODES) * CODES;

export function generateResetCode(bytes: (size: number) => Buffer): string {
  let random = UNBIASED_LIMIT;
  while (random >= UNBIASED_LIMIT) random = bytes(4).readUInt32BE();
  return String(random % CODES).padStart(6, '0');
}

/** Keyed, because a plain hash of one in a million codes can be reversed; the label separates uses of the key. */
export function hashResetCode(secret: string, userId: string, issue: string, code: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['reset-code', userId, issue, code]))
    .digest('base64url');
}

export function hashesEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
