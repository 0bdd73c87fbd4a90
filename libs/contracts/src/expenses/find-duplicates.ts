import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { expenseRef } from '../primitives.js';
import { defineRoute } from '../route.js';
import { expenseJson } from './expense.js';

/** Approved or paid expenses of the same user with the same date, amount and currency (specification §4). */
export const findDuplicates = defineOperation({
  subject: 'expenses.duplicates',
  request: z.object({ id: expenseRef }),
  reply: z.object({ duplicates: z.array(expenseJson) }),
});

export const findDuplicatesRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/expenses/{id}/duplicates',
  summary: 'Approved or paid expenses of the same user with the same date, amount and currency.',
  reply: z.object({ duplicates: z.array(expenseJson) }),
});
