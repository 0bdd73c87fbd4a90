import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { expenseRef, nonBlank, reimbursementCurrency } from '../primitives.js';
import { reportJson } from '../reports/report.js';
import { defineRoute } from '../route.js';
import { expenseView } from './expense.js';

export const PAYMENT_MAX = 1000;

/** Pays approved expenses of one user as a batch; a retry pays nothing twice. */
export const payExpenses = defineOperation({
  subject: 'expenses.pay',
  request: z.object({ ids: z.array(expenseRef).check(z.minLength(1), z.maxLength(PAYMENT_MAX)) }),
  reply: z.object({ paymentId: z.string(), paidCount: z.number() }),
});

/** The paid expenses of a payment, read from the events; paged, because a message carries at most 1 MB. */
export const getPayment = defineOperation({
  subject: 'expenses.payment',
  request: z.object({ paymentId: z.string(), offset: z.number(), limit: z.number().check(z.gte(1), z.lte(500)) }),
  reply: z.object({
    paymentId: z.string(),
    paidAt: z.string(),
    userId: z.string(),
    userName: z.string(),
    currency: reimbursementCurrency,
    total: z.number(),
    expenses: z.array(expenseView),
    /** The hash of each expense's latest event at payment, in the order of `expenses`; printed in the report. */
    heads: z.array(z.string()),
  }),
});
export type PaymentPage = z.infer<typeof getPayment.reply>;

export const payExpensesRoute = defineRoute({
  method: 'POST',
  path: '/api/admin/expenses/bulk-mark-paid',
  summary: 'Pays approved expenses of one user and creates their report.',
  idempotent: true,
  status: 200,
  body: z.object({
    expense_ids: z
      .array(z.union([expenseRef, z.pipe(z.int(), z.transform(String))]), 'Select a user with approved expenses first')
      .check(
        z.minLength(1, 'Select a user with approved expenses first'),
        z.maxLength(PAYMENT_MAX, `At most ${PAYMENT_MAX} expenses can be paid at once`),
      ),
    user_name: nonBlank(200, 'Unable to resolve user name for bulk payment'),
  }),
  errors: ['OWN_EXPENSE', 'NOT_FOUND', 'CONFLICT'],
  reply: z.object({ message: z.string(), payment_id: z.string(), report: z.nullable(reportJson) }),
});
