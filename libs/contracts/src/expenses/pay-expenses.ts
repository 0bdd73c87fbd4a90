import { toNumber, type Decimal } from '@outlay/rules';
import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import {
  decimal,
  expenseRef,
  instant,
  PAYMENT_MAX,
  reimbursementCurrency,
  requiredText,
  sha256,
  status,
} from '../primitives.js';
import { reportJson } from '../reports/report.js';
import { defineRoute, type RouteReply } from '../route.js';
import { snakeCased } from '../snake-case.js';
import { expenseView } from './expense.js';
import { madeReport } from './made-report.js';

/** An expense that another payment pays or has paid. */
const alreadyPaidView = z.object({
  expenseId: z.string(),
  paymentId: z.string(),
  paidBy: z.object({ name: z.string(), email: z.string() }),
  /** The start of the payment while the expense is not paid yet. */
  paidAt: instant,
  reportId: z.string(),
});
export type AlreadyPaidView = z.infer<typeof alreadyPaidView>;

export const alreadyPaidExpense = snakeCased(alreadyPaidView).register(apiSchemas, { id: 'AlreadyPaidExpense' });
export type AlreadyPaidExpense = z.infer<typeof alreadyPaidExpense>;

const shownExpense = z.object({
  revision: z.number(),
  status,
  reimbursementAmount: z.nullable(decimal),
});
const shownExpenseJson = z.extend(snakeCased(shownExpense), { reimbursement_amount: z.nullable(z.number()) });

/** An expense that is no longer as it was shown; `expected` is null if there never was such a revision. */
const changedView = z.object({ expenseId: z.string(), expected: z.nullable(shownExpense), actual: shownExpense });
export type ChangedView = z.infer<typeof changedView>;

export const changedExpense = z
  .extend(snakeCased(changedView), { expected: z.nullable(shownExpenseJson), actual: shownExpenseJson })
  .register(apiSchemas, { id: 'ChangedExpense' });
export type ChangedExpense = z.infer<typeof changedExpense>;

export function toChangedExpense({ expenseId, expected, actual }: ChangedView): ChangedExpense {
  return { expense_id: expenseId, expected: expected && toShownExpense(expected), actual: toShownExpense(actual) };
}

function toShownExpense({ reimbursementAmount, ...shown }: z.infer<typeof shownExpense>) {
  return { ...shown, reimbursement_amount: numberOrNull(reimbursementAmount) };
}

const numberOrNull = (figure: Decimal | null) => (figure === null ? null : toNumber(figure));

const skippedView = z.object({ alreadyPaid: z.array(alreadyPaidView), changed: z.array(changedView) });
export type SkippedView = z.infer<typeof skippedView>;

const skippedExpenses = z.object({ already_paid: z.array(alreadyPaidExpense), changed: z.array(changedExpense) });
export type SkippedExpenses = z.infer<typeof skippedExpenses>;

/** The `details` of ALREADY_PAID. */
export interface AlreadyPaidDetails {
  readonly expenses: readonly AlreadyPaidExpense[];
}

/** Has the `details` of VERSION_CONFLICT for a payment. */
export interface ChangedFigures {
  /** Null if the request named none. */
  readonly expectedTotal: Decimal | null;
  /** The total of the expenses that are still approved. */
  readonly total: Decimal;
  readonly currency: string;
  readonly expenses: readonly ChangedView[];
}

/** The same in an answer over REST. */
export interface ChangedDetails {
  readonly expected_total: number | null;
  readonly total: number;
  readonly currency: string;
  readonly expenses: readonly ChangedExpense[];
}

export function toChangedDetails({ expectedTotal, total, currency, expenses }: ChangedFigures): ChangedDetails {
  const totals = { expected_total: numberOrNull(expectedTotal), total: toNumber(total) };
  return { ...totals, currency, expenses: expenses.map(toChangedExpense) };
}

/** Pays approved expenses of one user as a batch; a retry pays nothing twice. */
export const payExpenses = defineOperation({
  subject: 'expenses.pay',
  work: 'grows',
  request: z.object({
    ids: z.array(expenseRef).check(z.minLength(1), z.maxLength(PAYMENT_MAX)),
    expectedTotal: z.optional(decimal),
    revisions: z.optional(z.record(expenseRef, z.number())),
    /** The heads of those revisions. */
    heads: z.optional(z.record(expenseRef, z.string())),
  }),
  reply: z.object({ paymentId: z.string(), paidCount: z.number(), skipped: skippedView }),
});

/** The paid expenses of a payment, read from the events; paged, because a message carries at most 1 MB. */
export const getPayment = defineOperation({
  subject: 'expenses.payment',
  work: 'grows',
  readOnly: true,
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
    /** How each amount was computed, in the same order. */
    computations: z.array(z.nullable(z.string())),
  }),
});
export type PaymentPage = z.infer<typeof getPayment.reply>;

/** Appends what the files of a payment's report are, unless the last event says the same. @throws NOT_FOUND */
export const recordReport = defineOperation({
  subject: 'expenses.record-report',
  work: 'one',
  request: z.object({ paymentId: z.string(), report: madeReport }),
  reply: z.object({}),
});

function ofExpenses<Value extends z.core.$ZodType>(value: Value) {
  return z.record(expenseRef, value).check(z.refine((of) => Object.keys(of).length <= PAYMENT_MAX, tooMany));
}

const tooMany = `At most ${PAYMENT_MAX} expenses can be paid at once`;
/** Rounded, so that a sum of floats is accepted. */
const expectedTotal = z
  .pipe(
    z.number().check(z.gte(0), z.lt(1e15)),
    z.transform((total) => total.toFixed(2)),
  )
  .register(apiSchemas, { type: 'number', minimum: 0, exclusiveMaximum: 1e15, examples: [120.5] });

export const payExpensesRoute = defineRoute({
  method: 'POST',
  path: '/api/admin/expenses/bulk-mark-paid',
  summary: 'Pays approved expenses of one user and creates their report.',
  idempotent: true,
  status: 200,
  /** The body has room for the ids, revisions and hashes of as many expenses as can be paid at once. */
  bodyLimit: 400_000,
  body: z.object({
    expense_ids: z
      .array(z.union([expenseRef, z.pipe(z.int(), z.transform(String))]), 'Select a user with approved expenses first')
      .check(z.minLength(1, 'Select a user with approved expenses first'), z.maxLength(PAYMENT_MAX, tooMany)),
    user_name: requiredText(200, 'Unable to resolve user name for bulk payment', 'one'),
    expected_total: z.optional(expectedTotal),
    revisions: z.optional(ofExpenses(z.int().check(z.gte(0)))),
    heads: z.optional(ofExpenses(sha256)),
  }),
  errors: ['OWN_EXPENSE', 'NOT_FOUND', 'CONFLICT', 'ALREADY_PAID', 'VERSION_CONFLICT', 'TRAIL_BROKEN'],
  reply: z.object({
    message: z.string(),
    payment_id: z.string(),
    report: z.nullable(reportJson),
    skipped: skippedExpenses,
  }),
});
export type PaidReply = RouteReply<typeof payExpensesRoute>;
