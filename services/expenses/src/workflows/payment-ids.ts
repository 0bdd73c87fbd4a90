import { derivedUuid } from '@outlay/ids';

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
