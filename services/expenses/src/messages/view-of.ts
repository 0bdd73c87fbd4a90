import type { ExpenseView } from '@outlay/contracts';
import { toExpenseView } from '../views/expense-view.js';
import { isExisting } from '../domain/expense.js';
import { notFound } from '../domain/refusals.js';
import type { LoadedExpense } from '../stream/stream-types.js';

/** @throws NOT_FOUND if the expense is a deleted draft */
export function viewOf(loaded: LoadedExpense): ExpenseView {
  if (!isExisting(loaded.state)) throw notFound();
  return toExpenseView(loaded, loaded.state);
}
