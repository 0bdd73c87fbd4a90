import * as z from 'zod/mini';
import { apiSchemas } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import { decimal, expenseRef, isoDate, personText, reimbursementCurrency } from '../primitives.js';
import { defineRoute } from '../route.js';
import { snakeCased } from '../snake-case.js';
import { expected } from './decide-expense.js';
import { writtenDetails } from './claim-schemas.js';
import { expenseForm } from './expense-form.js';
import { expenseJson, expenseView, receiptRef } from './expense.js';

const claim = {
  status: z.enum(['draft', 'submitted']),
  details: writtenDetails,
  override: z.nullable(z.object({ rate: decimal, reason: personText(500) })),
  /** The currency in which the sender was shown the reimbursement; refused if the account has another by now. */
  shownCurrency: z.optional(z.nullable(reimbursementCurrency)),
  today: z.nullable(isoDate),
  receipt: z.nullable(receiptRef),
  /** The file name of a receipt sent earlier through POST /api/uploads. */
  uploaded: z.nullable(z.string()),
};

/** Names only an expense of the same user. */
export const duplicateWarning = z.object({
  expenseId: z.nullable(z.string()),
  justification: z.nullable(z.string()),
  message: z.string(),
});
const saved = z.object({ expense: expenseView, duplicateWarning: z.optional(duplicateWarning) });

export const createExpense = defineOperation({
  subject: 'expenses.create',
  work: 'one',
  request: z.object(claim),
  reply: saved,
});

export const reviseExpense = defineOperation({
  subject: 'expenses.revise',
  work: 'one',
  request: z.object({ ...claim, id: expenseRef, removeReceipt: z.boolean(), ...expected }),
  reply: saved,
});

export const duplicateWarningJson = snakeCased(duplicateWarning).register(apiSchemas, { id: 'DuplicateWarning' });

export const savedExpenseJson = z
  .object({ message: z.string(), expense: expenseJson, duplicate_warning: z.optional(duplicateWarningJson) })
  .register(apiSchemas, { id: 'SavedExpense' });

export const createExpenseRoute = defineRoute({
  method: 'POST',
  path: '/api/expenses',
  summary: 'Saves a new expense as a draft, or submits it.',
  idempotent: true,
  status: 201,
  encoding: 'multipart',
  file: { name: 'receipt', required: false },
  body: expenseForm,
  errors: ['FORBIDDEN', 'CONFLICT', 'RATE_NOT_AVAILABLE', 'TRAIL_BROKEN'],
  reply: savedExpenseJson,
});

export const reviseExpenseRoute = defineRoute({
  method: 'PUT',
  path: '/api/expenses/{id}',
  summary: "Changes the caller's draft, submitted or rejected expense.",
  versioned: true,
  encoding: 'multipart',
  file: { name: 'receipt', required: false },
  body: expenseForm,
  errors: ['FORBIDDEN', 'CONFLICT', 'RATE_NOT_AVAILABLE'],
  reply: savedExpenseJson,
});
