import { createHash } from 'node:crypto';

/** A UUID (version 8) made from a text: the same text, the same id. */
function derivedUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

/**
 * The id of a payment: the same approved states paid together are the same payment, whoever clicks twice. An expense
 * paid, were it ever reverted and approved again, stands at another revision and so belongs to another payment.
 */
export function paymentIdOf(expenses: readonly { id: string; revision: number }[]): string {
  return derivedUuid(
    `payment:${expenses
      .map(({ id, revision }) => `${id}@${revision}`)
      .sort()
      .join(',')}`,
  );
}

export function paymentEventId(paymentId: string, what: string): string {
  return derivedUuid(`${paymentId}:${what}`);
}
