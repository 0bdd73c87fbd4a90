import type { ExpenseJson, listExpenses, ReplyOf } from '@outlay/contracts';

/** The expenses of a page; none if the caller has the list already. */
export function expensesOf({ expenses }: Pick<ReplyOf<typeof listExpenses>, 'expenses'>): ExpenseJson[] {
  return expenses === null ? [] : (JSON.parse(Buffer.from(expenses).toString()) as ExpenseJson[]);
}
