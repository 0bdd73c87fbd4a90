import { derivedUuid } from '@outlay/ids';

/**
 * The id of a payment follows from the expenses and their revisions, so that paying the same batch twice is one
 * payment. An expense that is reverted and approved again has another revision and belongs to another payment.
 */
export function paymentIdOf(expenses: readonly { id: string; revision: number }[]): string {
  return derivedUuid(
    `payment:${expenses
      .map(({ id, revision }) => `${id}@${revision}`)
      .sort()
      .join(',')}`,
  );
}
