import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { decimal, expenseRef, isoDate, personText, reimbursementCurrency, sha256, text } from '../primitives.js';
import { defineRoute } from '../route.js';
import { amendedIn, CLAIM_FIELDS } from './claim-fields.js';
import { positiveMoney } from './claim-inputs.js';
import { claimShapes, completeDetails, namedFields, writtenDetails } from './claim-schemas.js';
import { expected } from './decide-expense.js';
import { expenseJson, expenseView, receiptRef } from './expense.js';

export const createOnBehalf = defineOperation({
  subject: 'expenses.create-on-behalf',
  work: 'one',
  request: z.object({
    userId: z.string(),
    details: writtenDetails,
    /** The currency in which the sender was shown the reimbursement; refused if the owner has another by now. */
    shownCurrency: z.optional(z.nullable(reimbursementCurrency)),
    today: z.nullable(isoDate),
    receipt: z.nullable(receiptRef),
  }),
  reply: z.object({ expense: expenseView }),
});

export const createOnBehalfRoute = defineRoute({
  method: 'POST',
  path: '/api/admin/expenses',
  summary: 'Submits an expense on behalf of a user, with a receipt or the declaration that there is none.',
  idempotent: true,
  status: 201,
  encoding: 'multipart',
  file: { name: 'receipt', required: false },
  body: z.pipe(
    z.object({
      user_id: text(80).check(z.regex(/\S/, 'is required')),
      ...claimShapes.sent,
      status: z.optional(z.literal('submitted')),
      reimbursement_currency: z.optional(reimbursementCurrency),
      today: z.optional(isoDate),
    }),
    z.transform(({ user_id: userId, reimbursement_currency: shownCurrency = null, today = null, ...sent }) => ({
      userId,
      shownCurrency,
      today,
      details: completeDetails(namedFields(CLAIM_FIELDS, sent)),
    })),
  ),
  errors: ['NOT_FOUND', 'CONFLICT', 'RATE_NOT_AVAILABLE', 'TRAIL_BROKEN'],
  reply: z.object({ message: z.string(), expense: expenseJson }),
});

export const amendExpense = defineOperation({
  subject: 'expenses.amend',
  work: 'one',
  request: z.object({
    id: expenseRef,
    ...expected,
    today: z.nullable(isoDate),
    original: z.nullable(z.object(claimShapes.original.written)),
    clearOverride: z.boolean(),
    metadata: z.nullable(z.object(claimShapes.metadata.written)),
    reimbursement: z.nullable(z.object({ amount: decimal, reason: personText(500) })),
    approveAnyway: z.boolean(),
  }),
  reply: z.object({ expense: expenseView }),
});

/** Changing a figure of an approved expense approves it again, so `approve_anyway` is that of the approval. */
export const amendExpenseRoute = defineRoute({
  method: 'PUT',
  path: '/api/admin/expenses/{id}',
  summary: 'Amends an expense; absent parts stay unchanged.',
  versioned: true,
  body: z.pipe(
    z.object({
      revision: z.optional(z.int()),
      head: z.optional(sha256),
      today: z.optional(isoDate),
      original: z.optional(z.object({ ...claimShapes.original.sent, clear_override: z.optional(z.boolean()) })),
      clear_override: z.optional(z.boolean()),
      metadata: z.optional(z.object(claimShapes.metadata.sent)),
      reimbursement: z.optional(
        z.object({
          amount: positiveMoney,
          reason: personText(500),
        }),
      ),
      approve_anyway: z.optional(z.boolean()),
    }),
    z.transform(({ revision, head, original, metadata, reimbursement = null, today = null, ...sent }) => ({
      revision,
      head,
      today,
      reimbursement,
      clearOverride: sent.clear_override ?? original?.clear_override ?? false,
      original: original ? namedFields(amendedIn('original'), original) : null,
      metadata: metadata ? namedFields(amendedIn('metadata'), metadata) : null,
      approveAnyway: sent.approve_anyway ?? false,
    })),
  ),
  errors: ['RATE_NOT_AVAILABLE', 'OWN_EXPENSE', 'POSSIBLE_DUPLICATE', 'RECEIPT_DAMAGED'],
  reply: z.object({ message: z.string(), expense: expenseJson }),
});
