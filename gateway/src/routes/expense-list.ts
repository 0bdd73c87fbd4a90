import { EXPENSE_PAGE, listExpenses, toExpenseJson, type MessageContext } from '@outlay/contracts';
import type { MessageClient } from '@outlay/messaging';
import { allPages } from './all-pages.js';

/** Every expense of the caller, or of everybody, newest first. */
export function expenseList(messages: MessageClient, scope: 'own' | 'all', context: MessageContext) {
  return allPages(async (cursor) => {
    const { expenses, nextCursor } = await messages.call(listExpenses, { scope, limit: EXPENSE_PAGE, cursor }, context);
    return { items: expenses, nextCursor };
  }, toExpenseJson);
}
