import { paymentReference, toNumber } from '@outlay/rules';
import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { asOfQuery } from '../as-of.js';
import { defineOperation } from '../operation.js';
import { decimal, expenseRef, instant, reimbursementCurrency, RUN_MAX, sha256, text } from '../primitives.js';
import { XLSX_TYPE, ZIP_TYPE } from '../reports/read-report.js';
import { reportIdOf } from '../reports/report.js';
import { defineRoute } from '../route.js';

const person = z.object({ id: z.string(), name: z.string(), email: z.string() });

/** `open` payments are made later, by themselves; a refused one never. */
export const RUN_PAYMENT_STATES = ['open', 'paid', 'in_part', 'refused'] as const;

const runPayment = z.object({
  user: person,
  currency: reimbursementCurrency,
  /** The figures that were shown to the payer. */
  expenseCount: z.number(),
  expectedTotal: decimal,
  state: z.enum(RUN_PAYMENT_STATES),
  paymentId: z.nullable(z.string()),
  paidCount: z.number(),
  paidTotal: decimal,
  refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
  endedAt: z.nullable(instant),
});

const runSummary = z.object({
  id: z.string(),
  reference: z.string(),
  startedAt: instant,
  startedBy: z.object({ id: z.string(), email: z.string() }),
  /** How many payments are in each state. */
  counts: z.object({ open: z.number(), paid: z.number(), inPart: z.number(), refused: z.number() }),
  totals: z.array(z.object({ currency: reimbursementCurrency, expectedTotal: decimal, paidTotal: decimal })),
});
export type RunSummary = z.infer<typeof runSummary>;

const runView = z.extend(runSummary, { payments: z.array(runPayment) });
export type RunView = z.infer<typeof runView>;

const shownExpense = z.object({
  id: expenseRef,
  /** The revision that was shown, and the hash of its event. */
  revision: z.int().check(z.gte(0)),
  head: z.optional(sha256),
});

/** Begins to pay approved expenses of many people, one payment for each person and currency. The run goes on by itself. */
export const startRun = defineOperation({
  subject: 'expenses.start-run',
  work: 'grows',
  request: z.object({ expenses: z.array(shownExpense).check(z.minLength(1), z.maxLength(RUN_MAX.expenses)) }),
  reply: runView,
});

/** @throws NOT_FOUND if there is no such run, or was not yet */
export const getRun = defineOperation({
  subject: 'expenses.run',
  work: 'one',
  readOnly: true,
  request: z.object({ id: text(80), asOf: z.optional(instant) }),
  reply: runView,
});

/** One page, newest first. */
export const listRuns = defineOperation({
  subject: 'expenses.list-runs',
  work: 'page',
  readOnly: true,
  request: z.object({
    limit: z.number().check(z.gte(1), z.lte(50)),
    cursor: z.nullable(z.string()),
    asOf: z.optional(instant),
  }),
  reply: z.object({ runs: z.array(runSummary), nextCursor: z.nullable(z.string()) }),
});
const runTotal = z.object({ currency: z.string(), expected_total: z.number(), paid_total: z.number() });

const runSummaryJson = z
  .object({
    id: z.string(),
    reference: z.string(),
    started_at: instant,
    started_by: z.object({ id: z.string(), email: z.string() }),
    /** How many payments are in each state. */
    counts: z.object({ open: z.number(), paid: z.number(), in_part: z.number(), refused: z.number() }),
    totals: z.array(runTotal),
  })
  .register(apiSchemas, { id: 'PaymentRunSummary' });
export type RunSummaryJson = z.infer<typeof runSummaryJson>;

const runJson = z
  .object({
    ...runSummaryJson.shape,
    payments: z.array(
      z.object({
        user_id: z.string(),
        user_name: z.string(),
        user_email: z.string(),
        currency: z.string(),
        expense_count: z.number(),
        expected_total: z.number(),
        status: z.enum(RUN_PAYMENT_STATES),
        payment_id: z.nullable(z.string()),
        /** The reference of the payment, for the transfer. */
        reference: z.nullable(z.string()),
        report_id: z.nullable(z.string()),
        paid_count: z.number(),
        paid_total: z.number(),
        refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
        ended_at: z.nullable(instant),
      }),
    ),
  })
  .register(apiSchemas, { id: 'PaymentRun' });
export type RunJson = z.infer<typeof runJson>;

export function toRunSummaryJson({ id, reference, startedAt, startedBy, counts, totals }: RunSummary): RunSummaryJson {
  const { inPart: in_part, ...others } = counts;
  return {
    id,
    reference,
    started_at: startedAt,
    started_by: startedBy,
    counts: { ...others, in_part },
    totals: totals.map(({ currency, expectedTotal, paidTotal }) => ({
      currency,
      expected_total: toNumber(expectedTotal),
      paid_total: toNumber(paidTotal),
    })),
  };
}

export function toRunJson(run: RunView): RunJson {
  return {
    ...toRunSummaryJson(run),
    payments: run.payments.map(({ user, currency, paymentId, refusal, ...payment }) => ({
      user_id: user.id,
      user_name: user.name,
      user_email: user.email,
      currency,
      expense_count: payment.expenseCount,
      expected_total: toNumber(payment.expectedTotal),
      status: payment.state,
      payment_id: paymentId,
      reference: paymentId && paymentReference(paymentId),
      report_id: paymentId && reportIdOf(paymentId),
      paid_count: payment.paidCount,
      paid_total: toNumber(payment.paidTotal),
      refusal,
      ended_at: payment.endedAt,
    })),
  };
}

export const startRunRoute = defineRoute({
  method: 'POST',
  path: '/api/admin/payment-runs',
  summary: 'Begins to pay approved expenses of many people, one payment for each person and currency.',
  idempotent: true,
  status: 200,
  bodyLimit: 700_000,
  body: z.object({
    expenses: z
      .array(shownExpense, 'Select somebody with approved expenses first')
      .check(
        z.minLength(1, 'Select somebody with approved expenses first'),
        z.maxLength(RUN_MAX.expenses, `At most ${RUN_MAX.expenses} expenses can be paid in one run`),
      ),
  }),
  errors: ['NOT_FOUND', 'TRAIL_BROKEN'],
  reply: runJson,
});

export const getRunRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/payment-runs/{id}',
  summary: 'A payment run with the state of each payment.',
  query: z.object(asOfQuery),
  errors: ['NOT_FOUND'],
  reply: runJson,
});

export const listRunsRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/payment-runs',
  summary: 'The payment runs, newest first.',
  query: z.object(asOfQuery),
  reply: z.array(runSummaryJson),
});

/** The files of a run: all expenses in one spreadsheet, the files of all reports in a zip, and what is to be transferred. */
export const RUN_FILES = {
  spreadsheet: { type: XLSX_TYPE, name: (reference: string) => `${reference}.xlsx` },
  zip: { type: ZIP_TYPE, name: (reference: string) => `${reference}.zip` },
  transfers: { type: 'text/csv; charset=utf-8', name: (reference: string) => `${reference}_transfers.csv` },
} as const;
export type RunFile = keyof typeof RUN_FILES;

export const downloadRunRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/payment-runs/{id}/download',
  summary: 'All expenses of a run as a spreadsheet, the files of its reports as a zip, or its transfers as CSV.',
  replyType: 'file',
  fileTypes: [XLSX_TYPE, ZIP_TYPE, 'text/csv'],
  query: z.object({ file: z._default(z.enum(['spreadsheet', 'zip', 'transfers']), 'spreadsheet') }),
  errors: ['NOT_FOUND', 'REPORT_NOT_READY'],
  reply: z.unknown(),
});
