import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { text } from '../primitives.js';
import { defineRoute } from '../route.js';
import { reportJson, reportView } from './report.js';

/** Makes the files of a report again, unless they are being made. */
export const retryReport = defineOperation({
  subject: 'reports.retry',
  work: 'one',
  request: z.object({ filename: text(200).check(z.minLength(1)) }),
  reply: z.object({ report: reportView }),
});

export const retryReportRoute = defineRoute({
  method: 'POST',
  path: '/api/admin/reports/{filename}/retry',
  summary: 'Makes a report again that failed, lacks receipts or is damaged.',
  errors: ['NOT_FOUND'],
  reply: reportJson,
});
