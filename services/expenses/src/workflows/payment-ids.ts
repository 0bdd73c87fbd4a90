import { derivedUuid } from '@outlay/time';

/** Paying the same batch twice is one payment. An expense that was reverted and approved again has another revision. */
export function paymentIdOf(expenses: readonly { id: string; revision: number }[]): string {
  return derivedUuid(
    `payment:${expenses
      .map(({ id, revision }) => `${id}@${revision}`)
      .sort()
      .join(',')}`,
  );
}
