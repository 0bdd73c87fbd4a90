import { RECEIPT_TYPES } from '@outlay/rules';
import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import { expenseRef } from '../primitives.js';
import { defineRoute } from '../route.js';
import { snakeCased, toSnakeCase } from '../snake-case.js';
import { CLAIM_FIELDS, claimFields } from './claim-fields.js';
import { DECISIONS } from './decisions.js';
import { broughtBy } from './explain-expense.js';
import { expenseJson, expenseView, receiptRef, toExpenseJson, type ExpenseJson } from './expense.js';
import { duplicate, duplicateJson, toDuplicateJson } from './find-duplicates.js';

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

const receiptSha256 = z.nullable(z.string());
const fields = z.object({
  expenseId: z.string(),
  action: z.enum(Object.values(DECISIONS)),
  by: broughtBy,
  /** The reason of a rejection or of an entered reimbursement; the note of a reversal. */
  reason: z.nullable(z.string()),
  paymentId: z.nullable(z.string()),
  /** The `expense_id`s of the duplicates that the approver was warned of. */
  dismissedDuplicates: z.array(z.string()),
  /** The values when the decision was asked for. */
  basis: z.object({ revision: z.number(), head: z.string(), receiptSha256 }),
  /** The values that the approver's client said it showed; null if the event has none. */
  sent: z.nullable(z.object({ revision: z.nullable(z.number()), head: z.nullable(z.string()), receiptSha256 })),
  /** Whether each value of `sent` is that of `basis`; null where none was sent. */
  sentMatches: z.nullable(
    z.object({
      revision: z.nullable(z.boolean()),
      head: z.nullable(z.boolean()),
      receiptSha256: z.nullable(z.boolean()),
    }),
  ),
});

const shown = z.object({ expense: expenseView, duplicates: z.array(duplicate) });
export type ShownExpense = z.infer<typeof shown>;

export const decision = z.extend(fields, {
  /** The expense that was decided on. In a correction that approves again, it has the correction. */
  then: shown,
  /** Null if it has been deleted. */
  now: z.nullable(shown),
});
export type Decision = z.infer<typeof decision>;

const shownJson = z.object({ expense: expenseJson, duplicates: z.array(duplicateJson) });
type ShownJson = z.infer<typeof shownJson>;

export const decisionJson = z
  .extend(snakeCased(fields), {
    then: shownJson,
    now: z.nullable(shownJson),
    /** Empty if it has been deleted. */
    differences: z.array(z.enum([...DECIDED_ON, 'duplicates'])),
  })
  .register(apiSchemas, { id: 'Decision' });
export type DecisionJson = z.infer<typeof decisionJson>;

export function toDecisionJson({ then, now, ...decided }: Decision): DecisionJson {
  const json = { then: toShownJson(then), now: now && toShownJson(now) };
  return { ...toSnakeCase(decided), ...json, differences: json.now ? differences(json.then, json.now) : [] };
}

function toShownJson({ expense, duplicates }: ShownExpense): ShownJson {
  return { expense: toExpenseJson(expense), duplicates: duplicates.map(toDuplicateJson) };
}

function differences(then: ShownJson, now: ShownJson): DecisionJson['differences'] {
  const fields = DECIDED_ON.filter((field) => then.expense[field] !== now.expense[field]);
  return keysOf(then) === keysOf(now) ? fields : [...fields, 'duplicates'];
}

function keysOf({ duplicates }: ShownJson): string {
  return JSON.stringify(
    duplicates.map(({ id, same_figures, same_receipt }) => [id, same_figures, same_receipt].join()).sort(),
  );
}

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
  reply: decision,
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
