import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { decimal, PAYMENT_MAX, reimbursementCurrency } from '../primitives.js';
import { reportView } from './report.js';

/** Requests the report of a completed payment. Idempotent. */
export const requestReport = defineOperation({
  subject: 'reports.request',
  work: 'one',
  request: z.object({
    paymentId: z.string(),
    paidAt: z.string(),
    userId: z.string(),
    userName: z.string(),
    /** The email is part of the file's name. */
    userEmail: z.string(),
    currency: reimbursementCurrency,
    totalAmount: decimal,
    expenseIds: z.array(z.string()).check(z.maxLength(PAYMENT_MAX)),
  }),
  reply: z.object({ report: reportView }),
});
