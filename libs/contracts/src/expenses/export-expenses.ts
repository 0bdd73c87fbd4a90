import * as z from 'zod/mini';
import { defineRoute } from '../route.js';
import { EXPENSE_SORTS, listFilterQuery } from './list-expenses.js';

export const CSV_TYPE = 'text/csv';

export const exportExpensesRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/expenses/export',
  summary: 'The expenses of all users as a table in CSV, filtered and sorted as a list.',
  replyType: 'file',
  fileTypes: [CSV_TYPE],
  query: z.extend(listFilterQuery, { sort: z._default(z.enum(EXPENSE_SORTS), 'created_at') }),
  errors: ['SEARCH_TOO_BROAD', 'SNAPSHOT_NOT_READY'],
  reply: z.unknown(),
});
