import * as z from 'zod/mini';
import { toNumber } from '@outlay/rules';
import { apiSchemas } from '../api-schema.js';
import { asOfQuery } from '../as-of.js';
import { defineOperation } from '../operation.js';
import { decimal, instant, status } from '../primitives.js';
import { defineRoute } from '../route.js';
import { statuses } from './list-expenses.js';

/** The most months of one request. */
export const ANALYTICS_MONTHS = 60;

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const month = z.string().check(z.regex(MONTH, 'must be a month (YYYY-MM)'));

const spentSum = z.object({
  key: z.string(),
  currency: z.string(),
  count: z.number(),
  total: decimal,
  /** The number of people whose sum it is; null if it is the sum of its key. */
  people: z.nullable(z.number()),
});
export type SpentSum = z.infer<typeof spentSum>;
const waitingDays = z.object({ days: z.number(), count: z.number() });
export type WaitingDays = z.infer<typeof waitingDays>;

/**
 * Sums of claims by the month of their date. Reimbursements are summed by their currency, and those by `currencies` are
 * the amounts of the claims themselves.
 * @throws SNAPSHOT_NOT_READY while the sums as of an instant are made
 */
export const showAnalytics = defineOperation({
  subject: 'expenses.analytics',
  work: 'grows',
  readOnly: true,
  request: z.object({
    /** The default is 11 months before `to`, whose default is the month of the instant. */
    from: z.optional(month),
    to: z.optional(month),
    /** The default is submitted, approved and paid. Drafts are never counted. */
    statuses: z.optional(z.array(status)),
    asOf: z.optional(instant),
  }),
  reply: z.object({
    from: month,
    to: month,
    months: z.array(spentSum),
    categories: z.array(spentSum),
    classifications: z.array(spentSum),
    currencies: z.array(spentSum),
    /** The key is the user's id. */
    people: z.array(spentSum),
    /** Months of people far above their others: over three times the median of at least three others. */
    outliers: z.array(z.extend(spentSum, { month, median: decimal })),
    /** Whole days from submission to approval, and from approval to payment. */
    approval: z.array(waitingDays),
    payment: z.array(waitingDays),
    /** The claims that are approved and unpaid, whatever the months; the key is their age in whole days. */
    unpaid: z.array(spentSum),
  }),
});

const sumJson = z.object({ currency: z.string(), count: z.number(), total: z.number() });
const nullableText = z.nullable(z.string());
const analyticsJson = z
  .object({
    from: month,
    to: month,
    months: z.array(z.extend(sumJson, { month: z.string() })),
    categories: z.array(z.extend(sumJson, { category: nullableText })),
    classifications: z.array(z.extend(sumJson, { classification: nullableText })),
    currencies: z.array(sumJson),
    people: z.array(z.extend(sumJson, { user_id: nullableText, people: z.number() })),
    outliers: z.array(z.extend(sumJson, { user_id: z.string(), month, median: z.number() })),
    days_to_approval: z.array(waitingDays),
    days_to_payment: z.array(waitingDays),
    unpaid: z.array(z.extend(sumJson, { days: z.number() })),
  })
  .register(apiSchemas, { id: 'Analytics' });
export type AnalyticsJson = z.infer<typeof analyticsJson>;

export function toAnalyticsJson(reply: z.infer<(typeof showAnalytics)['reply']>): AnalyticsJson {
  const sum = ({ currency, count, total }: SpentSum) => ({ currency, count, total: toNumber(total) });
  return {
    from: reply.from,
    to: reply.to,
    months: reply.months.map((one) => ({ month: one.key, ...sum(one) })),
    categories: reply.categories.map((one) => ({ category: one.key || null, ...sum(one) })),
    classifications: reply.classifications.map((one) => ({ classification: one.key || null, ...sum(one) })),
    currencies: reply.currencies.map(sum),
    people: reply.people.map((one) => ({ user_id: one.key || null, people: one.people ?? 1, ...sum(one) })),
    outliers: reply.outliers.map((one) => ({
      user_id: one.key,
      month: one.month,
      median: toNumber(one.median),
      ...sum(one),
    })),
    days_to_approval: reply.approval,
    days_to_payment: reply.payment,
    unpaid: reply.unpaid.map((one) => ({ days: Number(one.key), ...sum(one) })),
  };
}

export const showAnalyticsRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/analytics',
  summary: 'Spending by month, person, category, classification and currency, and how long claims wait.',
  query: z.object({ from: z.optional(month), to: z.optional(month), status: z.optional(statuses), ...asOfQuery }),
  errors: ['SNAPSHOT_NOT_READY'],
  reply: analyticsJson,
});
