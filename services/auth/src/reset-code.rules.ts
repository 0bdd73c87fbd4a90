import { createHmac, timingSafeEqual } from 'node:crypto';

export const RESET_CODE_SECONDS = 60 * 60;
export const RESET_CODE_TRIES = 5;

const CODES = 1_000_000;
/** The largest multiple of a million below 2³²: a number above would make low codes likelier. */
const FAIR_LIMIT = Math.floor(2 ** 32 / CODES) * CODES;

/** Six digits, each code as likely as any other. */
export function drawResetCode(bytes: (size: number) => Buffer): string {
  let drawn = FAIR_LIMIT;
  while (drawn >= FAIR_LIMIT) drawn = bytes(4).readUInt32BE();
  return String(drawn % CODES).padStart(6, '0');
}

/**
 * What is stored of a code. Keyed, for a plain hash of a million codes is no secret; bound to its user and issue, so
 * that equal codes look different. The label keeps it apart from whatever else the key signs.
 */
export function hashResetCode(secret: string, userId: string, issue: string, code: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['reset-code', userId, issue, code]))
    .digest('base64url');
}

export function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
