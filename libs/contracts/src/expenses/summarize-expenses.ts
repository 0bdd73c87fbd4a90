import * as z from 'zod/mini';
import { toNumber } from '@outlay/rules';
import { defineOperation } from '../operation.js';
import { decimal, instant, reimbursementCurrency, status } from '../primitives.js';
import { defineRoute } from '../route.js';
import { expenseFilter, listFilterQuery, ownListFilterQuery } from './list-expenses.js';

const total = z.object({
  status,
  reimbursementCurrency,
  count: z.number(),
  /** The sum of the reimbursements that are known. */
  total: decimal,
});
export type ExpenseTotal = z.infer<typeof total>;

export const summarizeExpenses = defineOperation({
  subject: 'expenses.summary',
  work: 'grows',
  readOnly: true,
  request: z.object({ scope: z.enum(['own', 'all']), filter: expenseFilter, asOf: z.optional(instant) }),
  reply: z.object({
    totals: z.array(total),
    /** The categories in use, whatever the filter. */
    categories: z.array(z.string()),
    /** It is false while a search is summed for longer than two seconds. The sums are then those of the latest results. */
    complete: z.boolean(),
  }),
});

const summaryJson = z.object({
  totals: z.array(
    z.object({ status, reimbursement_currency: reimbursementCurrency, count: z.number(), total: z.number() }),
  ),
  categories: z.array(z.string()),
  complete: z.boolean(),
});
export type SummaryJson = z.infer<typeof summaryJson>;

export function toSummaryJson({
  totals,
  categories,
  complete,
}: z.infer<(typeof summarizeExpenses)['reply']>): SummaryJson {
  return {
    totals: totals.map(({ status, reimbursementCurrency, count, total }) => ({
      status,
      reimbursement_currency: reimbursementCurrency,
      count,
      total: toNumber(total),
    })),
    categories,
    complete,
  };
}

export const summarizeOwnExpensesRoute = defineRoute({
  method: 'GET',
  path: '/api/expenses/summary',
  summary: "The number and sums of the caller's expenses by status and currency.",
  query: ownListFilterQuery,
  errors: ['SEARCH_TOO_BROAD', 'SNAPSHOT_NOT_READY'],
  reply: summaryJson,
});

export const summarizeAllExpensesRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/expenses/summary',
  summary: 'The number and sums of the expenses of all users by status and currency.',
  query: listFilterQuery,
  errors: ['SEARCH_TOO_BROAD', 'SNAPSHOT_NOT_READY'],
  reply: summaryJson,
});
