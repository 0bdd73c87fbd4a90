import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';

/** The payments without a report among the given ones, for example after an older backup was restored. */
export const findMissingReports = defineOperation({
  subject: 'reports.missing',
  work: 'page',
  readOnly: true,
  request: z.object({ paymentIds: z.array(z.string()).check(z.maxLength(500)) }),
  reply: z.object({ paymentIds: z.array(z.string()) }),
});
