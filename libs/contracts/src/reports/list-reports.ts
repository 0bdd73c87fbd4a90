import * as z from 'zod/mini';
import { asOfQuery } from '../as-of.js';
import { defineOperation } from '../operation.js';
import { instant } from '../primitives.js';
import { defineRoute } from '../route.js';
import { reportJson, reportView } from './report.js';

/** One page, newest first. */
export const listReports = defineOperation({
  subject: 'reports.list',
  work: 'page',
  readOnly: true,
  request: z.object({
    scope: z.enum(['own', 'all']),
    limit: z.number().check(z.gte(1), z.lte(200)),
    cursor: z.nullable(z.string()),
    /** Only payments until then; their files are the present ones. */
    asOf: z.optional(instant),
  }),
  reply: z.object({ reports: z.array(reportView), nextCursor: z.nullable(z.string()) }),
});

export const listOwnReportsRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/my-reports',
  summary: "The caller's payment reports.",
  query: z.object(asOfQuery),
  reply: z.object({ reports: z.array(reportJson) }),
});

export const listAllReportsRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/reports',
  summary: 'The payment reports of all users.',
  query: z.object(asOfQuery),
  reply: z.array(reportJson),
});
