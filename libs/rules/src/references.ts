/** Crockford's Base32: no I, L, O or U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The first characters of a UUID that hold no version, 48 bits. */
const PLAIN_BITS = /^([0-9a-f]{8})-([0-9a-f]{4})-/;

/**
 * The reference of a payment for people and banks, such as `PAY-3M5K0QY8RT`. It follows from the payment's id, so every
 * payment has one: two of 100,000 payments share theirs with a probability of 1 in 56,000.
 */
export function paymentReference(paymentId: string): string {
  return `PAY-${shortened(paymentId, 10)}`;
}

/** The reference of a payment run, such as `RUN-2026-11-28-K7Q2M`, from its id and the day on which it was started. */
export function runReference(runId: string, day: string): string {
  return `RUN-${day}-${shortened(runId, 5)}`;
}

function shortened(id: string, length: number): string {
  const [, high, low] = PLAIN_BITS.exec(id) ?? [];
  if (high === undefined || low === undefined) return id;
  let rest = Number.parseInt(high + low, 16);
  let text = '';
  for (let digit = 0; digit < length; digit += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
