import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { expenseRef, nonBlank, text } from '../primitives.js';
import { defineRoute } from '../route.js';
import { expenseJson, expenseView } from './expense.js';

const expectedRevision = z.nullable(z.number());
const decided = z.object({ expense: expenseView });
const revision = z.optional(z.int().check(z.gte(0)));
const decidedJson = z.object({ message: z.string(), expense: expenseJson });

export const approveExpense = defineOperation({
  subject: 'expenses.approve',
  request: z.object({ id: expenseRef, expectedRevision, approveAnyway: z.boolean() }),
  reply: decided,
});

/** `approve_anyway` dismisses the duplicate warning, as does an earlier call that returned the same duplicates. */
export const approveExpenseRoute = defineRoute({
  method: 'PUT',
  path: '/api/admin/expenses/{id}/approve',
  summary: 'Approves an expense.',
  versioned: true,
  body: z.object({ revision, approve_anyway: z.optional(z.boolean()) }),
  errors: ['OWN_EXPENSE', 'POSSIBLE_DUPLICATE', 'RECEIPT_DAMAGED'],
  reply: decidedJson,
});

export const rejectExpense = defineOperation({
  subject: 'expenses.reject',
  request: z.object({ id: expenseRef, expectedRevision, reason: z.string() }),
  reply: decided,
});

export const rejectExpenseRoute = defineRoute({
  method: 'PUT',
  path: '/api/admin/expenses/{id}/reject',
  summary: 'Rejects an expense with a reason for its owner.',
  versioned: true,
  body: z.object({ revision, admin_notes: nonBlank(1000, 'Please provide a reason for rejection') }),
  reply: decidedJson,
});

export const revertExpense = defineOperation({
  subject: 'expenses.revert',
  request: z.object({ id: expenseRef, expectedRevision, note: z.nullable(z.string()) }),
  reply: decided,
});

export const revertExpenseRoute = defineRoute({
  method: 'PUT',
  path: '/api/admin/expenses/{id}/unapprove',
  summary: 'Reverts an expense to submitted.',
  versioned: true,
  body: z.object({ revision, admin_notes: z.optional(z.nullable(text(1000))) }),
  reply: decidedJson,
});
