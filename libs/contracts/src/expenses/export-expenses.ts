import * as z from 'zod/mini';
import { XLSX_TYPE } from '../reports/read-report.js';
import { defineRoute } from '../route.js';
import { EXPENSE_SORTS, listFilterQuery } from './list-expenses.js';

export const EXPORT_TYPES = { csv: 'text/csv; charset=utf-8', xlsx: XLSX_TYPE } as const;
export type ExportFormat = keyof typeof EXPORT_TYPES;

export const exportExpensesRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/expenses/export',
  summary: 'The expenses of all users as a table in CSV or xlsx, filtered and sorted as a list.',
  replyType: 'file',
  fileTypes: ['text/csv', XLSX_TYPE],
  query: z.extend(listFilterQuery, {
    sort: z._default(z.enum(EXPENSE_SORTS), 'created_at'),
    format: z._default(z.enum(['csv', 'xlsx']), 'csv'),
  }),
  errors: ['SEARCH_TOO_BROAD', 'SNAPSHOT_NOT_READY'],
  reply: z.unknown(),
});
