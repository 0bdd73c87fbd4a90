import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import { expenseRef } from '../primitives.js';
import { defineRoute } from '../route.js';
import { expenseJson } from './expense.js';

/**
 * `same_figures`: approved or paid, of the same user with the same date, amount and currency (specification §4).
 * `same_receipt`: submitted, approved or paid, of any user.
 */
export const duplicateJson = z
  .extend(expenseJson, { same_figures: z.boolean(), same_receipt: z.boolean() })
  .register(apiSchemas, { id: 'Duplicate' });
export type DuplicateJson = z.infer<typeof duplicateJson>;

export const findDuplicates = defineOperation({
  subject: 'expenses.duplicates',
  readOnly: true,
  request: z.object({ id: expenseRef }),
  reply: z.object({ duplicates: z.array(duplicateJson) }),
});

export const findDuplicatesRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/expenses/{id}/duplicates',
  summary: 'Other expenses with the same receipt, or with the same user, date, amount and currency.',
  errors: ['TRAIL_BROKEN'],
  reply: z.object({ duplicates: z.array(duplicateJson) }),
});
