import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { asOfQuery } from '../as-of.js';
import { defineOperation } from '../operation.js';
import { decimal, expenseRef, instant, isoDate, status } from '../primitives.js';
import { defineRoute } from '../route.js';
import { snakeCased } from '../snake-case.js';

/** The event of the expense that brought a value. */
export const broughtBy = z.object({
  eventId: z.string(),
  eventType: z.string(),
  revision: z.number(),
  actorEmail: z.string(),
  at: instant,
});
export type BroughtBy = z.infer<typeof broughtBy>;

/** Every figure is exact decimal text, so that the result can be recomputed from this object. */
export const explanation = z.object({
  expenseId: z.string(),
  revision: z.number(),
  status,
  /** The computation in one line; null while a term is missing. */
  formula: z.nullable(z.string()),
  amount: z.nullable(z.object({ value: decimal, currency: z.string(), by: broughtBy })),
  rate: z.nullable(
    z.object({
      value: decimal,
      effectiveDate: isoDate,
      source: z.string(),
      /** The second divided by the first, rounded half up to the rate's decimals. Those of one currency have none. */
      legs: z.nullable(z.array(z.object({ currency: z.string(), perEur: decimal, source: z.string() }))),
      by: broughtBy,
    }),
  ),
  override: z.nullable(z.object({ value: decimal, deviationPercent: decimal, reason: z.string(), by: broughtBy })),
  /** The amount × the rate that applies, before it is rounded half up to two decimals. */
  product: z.nullable(decimal),
  /** Replaces the rounded product. */
  entered: z.nullable(z.object({ value: decimal, reason: z.string(), by: broughtBy })),
  reimbursement: z.nullable(z.object({ value: decimal, currency: z.string() })),
  /** Every figure it had, oldest first, and who approved which. */
  history: z.array(
    z.object({ value: z.nullable(decimal), currency: z.string(), approved: z.boolean(), by: broughtBy }),
  ),
});
export type Explanation = z.infer<typeof explanation>;

export const explanationJson = snakeCased(explanation).register(apiSchemas, { id: 'Explanation' });
export type ExplanationJson = z.infer<typeof explanationJson>;

/** @throws INVALID_INPUT if the expense has no such revision */
export const explainExpense = defineOperation({
  subject: 'expenses.explain',
  work: 'one',
  readOnly: true,
  request: z.object({ id: expenseRef, revision: z.nullable(z.number()), asOf: z.nullable(instant) }),
  reply: explanation,
});

export const explainExpenseRoute = defineRoute({
  method: 'GET',
  path: '/api/expenses/{id}/why',
  summary:
    'How the reimbursement of an expense was computed, now, at a revision or at an instant, and who brought each term.',
  query: z.object({
    ...asOfQuery,
    revision: z.optional(
      z.pipe(
        z.string().check(z.regex(/^\d{1,9}$/, 'revision must be a whole number from 0')),
        z.transform((text) => Number(text)),
      ),
    ),
  }),
  errors: ['TRAIL_BROKEN'],
  reply: explanationJson,
});
