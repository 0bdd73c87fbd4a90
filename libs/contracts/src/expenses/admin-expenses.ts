import * as z from 'zod/mini';
import {
  CLASSIFICATIONS,
  compareDecimals,
  currencyMessages,
  isIsoCurrency,
  normaliseClassification,
  parseAmount,
  parseCurrency,
} from '@outlay/rules';
import { acceptedInputs, apiSchemas, orEmpty } from '../api-schema.js';
import { defineOperation } from '../operation.js';
import {
  decimal,
  expenseRef,
  isoDate,
  personText,
  reimbursementCurrency,
  requiredText,
  sha256,
  text,
} from '../primitives.js';
import { defineRoute } from '../route.js';
import { expected } from './decide-expense.js';
import { writtenDetails } from './expense-form.js';
import { expenseJson, expenseView, receiptRef } from './expense.js';

const sentMoney = z.union([z.number(), z.string()]);
const positiveMoney = z
  .pipe(
    sentMoney,
    z.transform((raw, context) => {
      const amount = parseAmount(raw);
      if (amount !== null && compareDecimals(amount, '0') > 0) return amount;
      const message = 'Amount must be greater than 0, with at most two decimals.';
      context.issues.push({ code: 'custom', message, input: raw });
      return z.NEVER;
    }),
  )
  .register(apiSchemas, acceptedInputs.positiveAmount);
const vatMoney = z
  .pipe(
    sentMoney,
    z.transform((raw, context) => {
      if (typeof raw === 'string' && raw.trim() === '') return null;
      const amount = parseAmount(raw);
      if (amount === null)
        context.issues.push({ code: 'custom', message: 'VAT amount must be a number of 0 or more.', input: raw });
      return amount;
    }),
  )
  .register(apiSchemas, orEmpty(acceptedInputs.amount));
const currency = z
  .pipe(
    z.string(),
    z.transform((raw, context) => {
      const code = parseCurrency(raw);
      if (code !== null && isIsoCurrency(code)) return code;
      context.issues.push({ code: 'custom', message: currencyMessages.invalid, input: raw });
      return z.NEVER;
    }),
  )
  .register(apiSchemas, acceptedInputs.currency);
const classification = z
  .pipe(
    z.string(),
    z.transform((raw, context) => {
      if (raw.trim() === '') return null;
      const value = normaliseClassification(raw);
      if (value === null)
        context.issues.push({ code: 'custom', message: `must be one of ${CLASSIFICATIONS.join(', ')}`, input: raw });
      return value;
    }),
  )
  .register(apiSchemas, orEmpty(acceptedInputs.classification));

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
  body: z.object({
    user_id: text(80).check(z.regex(/\S/, 'is required')),
    date: isoDate,
    category: requiredText(60, undefined, 'one'),
    justification: requiredText(2000),
    amount: positiveMoney,
    currency,
    status: z.optional(z.literal('submitted')),
    no_receipt: z.optional(
      z.union([
        z.boolean(),
        z.pipe(
          z.enum(['true', 'false']),
          z.transform((v) => v === 'true'),
        ),
      ]),
    ),
    classification: z.optional(z.nullable(classification)),
    vat_amount: z.optional(z.nullable(vatMoney)),
    reimbursement_currency: z.optional(reimbursementCurrency),
    today: z.optional(isoDate),
  }),
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
    original: z.nullable(
      z.object({ amount: z.nullable(decimal), currency: z.nullable(z.string()), date: z.nullable(isoDate) }),
    ),
    clearOverride: z.boolean(),
    metadata: z.nullable(
      z.object({
        category: z.optional(personText(60, 'one')),
        justification: z.optional(personText(2000)),
        classification: z.optional(z.nullable(z.string())),
        vatAmount: z.optional(z.nullable(decimal)),
      }),
    ),
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
  body: z.object({
    revision: z.optional(z.int()),
    head: z.optional(sha256),
    today: z.optional(isoDate),
    original: z.optional(
      z.object({
        amount: z.optional(positiveMoney),
        currency: z.optional(currency),
        date: z.optional(isoDate),
        clear_override: z.optional(z.boolean()),
      }),
    ),
    clear_override: z.optional(z.boolean()),
    metadata: z.optional(
      z.object({
        category: z.optional(requiredText(60, undefined, 'one')),
        justification: z.optional(requiredText(2000)),
        classification: z.optional(z.nullable(classification)),
        vat_amount: z.optional(z.nullable(vatMoney)),
      }),
    ),
    reimbursement: z.optional(
      z.object({
        amount: positiveMoney,
        reason: personText(500),
      }),
    ),
    approve_anyway: z.optional(z.boolean()),
  }),
  errors: ['RATE_NOT_AVAILABLE', 'OWN_EXPENSE', 'POSSIBLE_DUPLICATE', 'RECEIPT_DAMAGED'],
  reply: z.object({ message: z.string(), expense: expenseJson }),
});
