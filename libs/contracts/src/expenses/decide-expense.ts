import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { expenseRef, personText, requiredText, sha256 } from '../primitives.js';
import { defineRoute } from '../route.js';
import { expenseJson, expenseView } from './expense.js';

/** The revision and head that the decision was made on; the head may be shortened to its first 16 characters. */
export const expected = { expectedRevision: z.nullable(z.number()), expectedHead: z.optional(z.nullable(z.string())) };
export const decided = z.object({ expense: expenseView });
const revision = z.optional(z.int().check(z.gte(0)));
/** The `head` of the expense as it was shown; needs the `revision`. */
const head = z.optional(sha256);
export const expectedJson = { revision, head };
export const decidedJson = z.object({ message: z.string(), expense: expenseJson });

export const approveExpense = defineOperation({
  subject: 'expenses.approve',
  work: 'one',
  request: z.object({
    id: expenseRef,
    ...expected,
    /** The hash of the receipt that was looked at, null for none; absent if the caller does not say. */
    receiptSha256: z.optional(z.nullable(z.string())),
    approveAnyway: z.boolean(),
  }),
  reply: decided,
});

/** `approve_anyway` dismisses the duplicate warning, as does an earlier call that returned the same duplicates. */
export const approveExpenseRoute = defineRoute({
  method: 'PUT',
  path: '/api/admin/expenses/{id}/approve',
  summary: 'Approves an expense.',
  versioned: true,
  body: z.object({
    ...expectedJson,
    receipt_sha256: z.optional(z.nullable(sha256)),
    approve_anyway: z.optional(z.boolean()),
  }),
  errors: ['OWN_EXPENSE', 'POSSIBLE_DUPLICATE', 'RECEIPT_DAMAGED'],
  reply: decidedJson,
});

export const rejectExpense = defineOperation({
  subject: 'expenses.reject',
  work: 'one',
  request: z.object({ id: expenseRef, ...expected, reason: personText(1000) }),
  reply: decided,
});

export const rejectExpenseRoute = defineRoute({
  method: 'PUT',
  path: '/api/admin/expenses/{id}/reject',
  summary: 'Rejects an expense with a reason for its owner.',
  versioned: true,
  body: z.object({ ...expectedJson, admin_notes: requiredText(1000, 'Please provide a reason for rejection') }),
  reply: decidedJson,
});

export const revertExpense = defineOperation({
  subject: 'expenses.revert',
  work: 'one',
  request: z.object({ id: expenseRef, ...expected, note: z.nullable(personText(1000)) }),
  reply: decided,
});

export const revertExpenseRoute = defineRoute({
  method: 'PUT',
  path: '/api/admin/expenses/{id}/unapprove',
  summary: 'Reverts an expense to submitted.',
  versioned: true,
  body: z.object({ ...expectedJson, admin_notes: z.optional(z.nullable(personText(1000))) }),
  reply: decidedJson,
});
