import { RECEIPT_TYPES } from '@outlay/rules';
import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import { expenseRef } from '../primitives.js';
import { defineRoute } from '../route.js';
import { CLAIM_FIELDS, claimFields } from './claim-fields.js';
import { broughtBy } from './explain-expense.js';
import { expenseJson, receiptRef, type ExpenseJson } from './expense.js';
import { duplicateJson } from './find-duplicates.js';

/** The fields that a reviewer decides on. The status is left out: the decision itself changes it. */
export const DECIDED_ON = [
  ...CLAIM_FIELDS.map((name) => claimFields[name].json),
  'fetched_exchange_rate',
  'rate_source',
  'rate_date',
  'override_exchange_rate',
  'override_reason',
  'reimbursement_amount',
  'reimbursement_currency',
  'reimbursement_reason',
  'receipt_sha256',
] as const satisfies readonly (keyof ExpenseJson)[];

const shown = z.object({ expense: expenseJson, duplicates: z.array(duplicateJson) });
export type ShownExpense = z.infer<typeof shown>;

const basis = { revision: z.number(), head: z.string(), receipt_sha256: z.nullable(z.string()) };

export const decisionJson = z
  .object({
    expense_id: z.string(),
    action: z.enum(['approved', 'rejected', 'reverted', 'amended', 'paid']),
    by: broughtBy,
    /** The reason of a rejection or of an entered reimbursement; the note of a reversal. */
    reason: z.nullable(z.string()),
    payment_id: z.nullable(z.string()),
    /** The `expense_id`s of the duplicates that the approver was warned of. */
    dismissed_duplicates: z.array(z.string()),
    /** The values when the decision was asked for. */
    basis: z.object(basis),
    /** The values that the approver's client said it showed; null if the event has none. */
    sent: z.nullable(
      z.object({
        revision: z.nullable(z.number()),
        head: z.nullable(z.string()),
        receipt_sha256: z.nullable(z.string()),
      }),
    ),
    /** Whether each value of `sent` is that of `basis`; null where none was sent. */
    sent_matches: z.nullable(
      z.object({
        revision: z.nullable(z.boolean()),
        head: z.nullable(z.boolean()),
        receipt_sha256: z.nullable(z.boolean()),
      }),
    ),
    /** The expense that was decided on. In a correction that approves again, it has the correction. */
    then: shown,
    /** Null if it has been deleted. */
    now: z.nullable(shown),
    /** Empty if it has been deleted. */
    differences: z.array(z.enum([...DECIDED_ON, 'duplicates'])),
  })
  .register(apiSchemas, { id: 'Decision' });
export type DecisionJson = z.infer<typeof decisionJson>;

const request = z.object({
  id: expenseRef,
  /** The revision of the event, as a path parameter. */
  revision: z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number from 0')),
});

/** @throws NOT_FOUND unless the revision is a decision; SNAPSHOT_NOT_READY while the duplicates of then are searched */
export const showDecision = defineOperation({
  subject: 'expenses.decision',
  work: 'one',
  readOnly: true,
  request,
  reply: decisionJson,
});

/** @throws NOT_FOUND if there was none */
export const findDecidedReceipt = defineOperation({
  subject: 'expenses.decided-receipt',
  work: 'one',
  readOnly: true,
  request,
  reply: z.object({ receipt: receiptRef, ownerId: z.string() }),
});

export const showDecisionRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/expenses/{id}/decisions/{revision}',
  summary: 'What somebody saw who approved, rejected, reverted, amended or paid an expense, beside what it is now.',
  errors: ['TRAIL_BROKEN', 'SNAPSHOT_NOT_READY'],
  reply: decisionJson,
});

export const decidedReceiptRoute = defineRoute({
  method: 'GET',
  path: '/api/admin/expenses/{id}/decisions/{revision}/receipt',
  summary: 'The receipt that an expense had when this was decided.',
  replyType: 'file',
  fileTypes: RECEIPT_TYPES,
  errors: ['RECEIPT_DAMAGED', 'TRAIL_BROKEN'],
  reply: z.unknown(),
});
