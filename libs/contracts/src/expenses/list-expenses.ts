import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { defineRoute } from '../route.js';
import { expenseJson, expenseView } from './expense.js';

/** How many expenses one message may carry: the transport's limit is 1 MB, an expense about 1.2 kB. */
export const EXPENSE_PAGE = 500;

/** One page, newest first; the gateway asks page after page and streams the documented array. */
export const listExpenses = defineOperation({
  subject: 'expenses.list',
  request: z.object({
    scope: z.enum(['own', 'all']),
    limit: z.number().check(z.gte(1), z.lte(EXPENSE_PAGE)),
    cursor: z.nullable(z.string()),
  }),
  reply: z.object({ expenses: z.array(expenseView), nextCursor: z.nullable(z.string()) }),
});

export const listOwnExpensesRoute = defineRoute({
  method: 'GET',
  path: '/api/expenses',
  access: 'signed_in',
  reply: z.array(expenseJson),
});

export const listAllExpensesRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/expenses-with-users',
  access: 'super_admin',
  reply: z.array(expenseJson),
});
