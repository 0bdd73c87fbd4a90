import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { decimal, expenseRef, isoDate } from '../primitives.js';
import { defineRoute } from '../route.js';
import { claimDetails, expenseForm } from './expense-form.js';
import { expenseJson, expenseView, receiptRef } from './expense.js';

const claim = {
  status: z.enum(['draft', 'submitted']),
  details: claimDetails,
  override: z.nullable(z.object({ rate: decimal, reason: z.string() })),
  today: z.nullable(isoDate),
  /** A receipt the gateway has just stored. */
  receipt: z.nullable(receiptRef),
  /** Or the name of one stored before through POST /api/uploads. */
  uploaded: z.nullable(z.string()),
};

export const duplicateWarning = z.object({
  expenseId: z.string(),
  justification: z.nullable(z.string()),
  message: z.string(),
});
const saved = z.object({ expense: expenseView, duplicateWarning: z.optional(duplicateWarning) });

/** A new expense, as a draft or submitted at once. */
export const createExpense = defineOperation({ subject: 'expenses.create', request: z.object(claim), reply: saved });

/** The owner's changes to a draft, submitted or rejected expense. */
export const reviseExpense = defineOperation({
  subject: 'expenses.revise',
  request: z.object({ ...claim, id: expenseRef, removeReceipt: z.boolean(), expectedRevision: z.nullable(z.number()) }),
  reply: saved,
});

export const savedExpenseJson = z.object({
  message: z.string(),
  expense: expenseJson,
  duplicate_warning: z.optional(
    z.object({ expense_id: z.string(), justification: z.nullable(z.string()), message: z.string() }),
  ),
});

export const createExpenseRoute = defineRoute({
  method: 'POST',
  path: '/api/expenses',
  access: 'signed_in',
  status: 201,
  encoding: 'multipart',
  body: expenseForm,
  reply: savedExpenseJson,
});

export const reviseExpenseRoute = defineRoute({
  method: 'PUT',
  path: '/api/expenses/{id}',
  access: 'signed_in',
  encoding: 'multipart',
  body: expenseForm,
  reply: savedExpenseJson,
});
