import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { defineRoute } from '../route.js';
import { reportJson, reportView } from './report.js';

/** One page, newest first. */
export const listReports = defineOperation({
  subject: 'reports.list',
  request: z.object({
    scope: z.enum(['own', 'all']),
    limit: z.number().check(z.gte(1), z.lte(200)),
    cursor: z.nullable(z.string()),
  }),
  reply: z.object({ reports: z.array(reportView), nextCursor: z.nullable(z.string()) }),
});

export const listOwnReportsRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/my-reports',
  summary: "The caller's payment reports.",
  reply: z.object({ reports: z.array(reportJson) }),
});

export const listAllReportsRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/reports',
  summary: 'The payment reports of all users.',
  reply: z.array(reportJson),
});
