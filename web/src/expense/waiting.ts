import type { ExpenseJson } from '@outlay/contracts';

/** Whether its owner has to answer a question before it can be approved. */
export function isWaiting({ question }: ExpenseJson): boolean {
  return question?.answer === null;
}
