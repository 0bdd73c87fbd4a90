import * as z from 'zod/mini';
import { CURRENCIES, JOINED_MAX, toNumber, type Decimal } from '@outlay/rules';
import { apiSchemas } from '../api-schema.js';
import { claimShapes, toClaimJson } from './claim-schemas.js';
import { decimal, instant, isoDate, reimbursementCurrency, status } from '../primitives.js';

const storedFile = { contentType: z.string(), size: z.number(), sha256: z.string() };

/** The statement of the e-invoice in a receipt, as read on arrival. A field that could not be read for sure is missing. */
const receiptReading = z.object({
  source: z.literal('e-invoice'),
  /** With tax, as its VAT; negative in a credit note. */
  total: z.optional(decimal),
  /** The amount left to pay, if it is not the total. */
  due: z.optional(decimal),
  date: z.optional(isoDate),
  currency: z.optional(z.string()),
  vat: z.optional(decimal),
  merchant: z.optional(z.string()),
});
export type StoredReading = z.infer<typeof receiptReading>;

export const receiptRef = z.object({
  fileName: z.string(),
  originalName: z.string(),
  ...storedFile,
  /** The uploaded file, if it was converted. */
  original: z.optional(z.object(storedFile)),
  reading: z.optional(receiptReading),
  /** The files that the form has joined into this one, which has them attached. */
  joined: z.optional(z.array(z.object({ originalName: z.string(), ...storedFile })).check(z.maxLength(JOINED_MAX))),
});
export type ReceiptRef = z.infer<typeof receiptRef>;

/** How many units of a currency one euro was worth on the effective date. */
const rateLeg = z.object({ currency: z.string(), perEur: decimal, source: z.string() });

export const frozenRate = z.object({
  rate: decimal,
  effectiveDate: isoDate,
  source: z.string(),
  stale: z.boolean(),
  provisional: z.boolean(),
  /** The two euro rates whose quotient is the rate. A rate within one currency has none. */
  legs: z.optional(z.tuple([rateLeg, rateLeg])),
});
export type FrozenRate = z.infer<typeof frozenRate>;

/** The rate of a currency in itself. */
export function identityRate(date: string): FrozenRate {
  return { rate: '1.000000', effectiveDate: date, source: 'identity', stale: false, provisional: false };
}

/** A super admin whom a question mentions, by the name of then. */
export const mentionedPerson = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type MentionedPerson = z.infer<typeof mentionedPerson>;

/** An expense between services: camelCase, decimals as text. */
export const expenseView = z.object({
  id: z.string(),
  expenseId: z.string(),
  uniqueId: z.string(),
  /** The revision of the stream, from 0. */
  revision: z.number(),
  /** The hash of its last event, which covers all before it. */
  head: z.string(),
  userId: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  status,
  ...claimShapes.view,
  receipt: z.nullable(receiptRef),
  rate: z.nullable(frozenRate),
  override: z.nullable(z.object({ rate: decimal, reason: z.string() })),
  reimbursementAmount: z.nullable(decimal),
  reimbursementCurrency,
  /** The reason for a manual reimbursement amount; null if it is amount × rate. */
  reimbursementReason: z.nullable(z.string()),
  adminNotes: z.nullable(z.string()),
  question: z.nullable(
    z.object({
      text: z.string(),
      askedByEmail: z.string(),
      mentioned: z.optional(z.array(mentionedPerson)),
      askedAt: instant,
      answer: z.nullable(z.object({ text: z.string(), at: instant })),
    }),
  ),
  approvedByEmail: z.nullable(z.string()),
  approvedAt: z.nullable(instant),
  /** The person who last changed a figure while it was approved, and so approved it again. */
  amendedAfterApprovalBy: z.nullable(z.string()),
  paidAt: z.nullable(instant),
  paymentId: z.nullable(z.string()),
  createdAt: instant,
  submittedAt: z.nullable(instant),
  updatedAt: instant,
  /** See `findDuplicates`; 0 unless draft or submitted. */
  duplicateCount: z.number(),
});
export type ExpenseView = z.infer<typeof expenseView>;

const nullableNumber = z.nullable(z.number());
const nullableString = z.nullable(z.string());

/** The latest question about a submitted expense as it stands; without an answer, the expense waits for it. */
const questionJson = z.object({
  text: z.string(),
  asked_by_email: z.string(),
  /** Super admins whom it is shown to as well; absent if it mentions nobody. */
  mentioned: z.optional(z.array(mentionedPerson)),
  asked_at: instant,
  answer: nullableString,
  answered_at: z.nullable(instant),
});
export type QuestionJson = z.infer<typeof questionJson>;

/** The statement of an e-invoice in the receipt; amounts with tax, negative in a credit note. */
const receiptReadingJson = z.object({
  source: z.literal('e-invoice'),
  total: nullableNumber,
  due: nullableNumber,
  date: z.nullable(isoDate),
  currency: nullableString,
  vat: nullableNumber,
  merchant: nullableString,
});
export type ReceiptReadingJson = z.infer<typeof receiptReadingJson>;

/** An expense in REST replies; the fields after the blank line are further ones. */
export const expenseJson = z
  .object({
    id: z.string(),
    expense_id: z.string(),
    unique_id: z.string(),
    user_id: z.string(),
    user_name: z.string(),
    user_email: z.string(),
    ...claimShapes.json,
    created_at: instant,
    submitted_at: z.nullable(instant),
    updated_at: instant,
    currency_other: nullableString,
    status,
    receipt: nullableString,
    exchange_rate: nullableNumber,
    fetched_exchange_rate: nullableNumber,
    override_exchange_rate: nullableNumber,
    override_reason: nullableString,
    reimbursement_amount: nullableNumber,
    reimbursement_currency: reimbursementCurrency,
    admin_notes: nullableString,
    approved_by_email: nullableString,
    approved_at: z.nullable(instant),
    duplicate_count: z.number(),

    revision: z.number(),
    head: z.string(),
    amended_after_approval_by: nullableString,
    question: z.nullable(questionJson),
    paid_at: z.nullable(instant),
    payment_id: nullableString,
    receipt_name: nullableString,
    receipt_content_type: nullableString,
    receipt_sha256: nullableString,
    receipt_reading: z.nullable(receiptReadingJson),
    /** The files that were joined into the receipt, which has them attached; empty for any other. */
    receipt_joined: z.array(
      z.object({ name: z.string(), content_type: z.string(), size: z.number(), sha256: z.string() }),
    ),
    reimbursement_reason: nullableString,
    rate_source: nullableString,
    rate_date: z.nullable(isoDate),
    rate_stale: z.boolean(),
    rate_provisional: z.boolean(),
  })
  .register(apiSchemas, { id: 'Expense' });
export type ExpenseJson = z.infer<typeof expenseJson>;

const number = (value: Decimal | null) => (value === null ? null : toNumber(value));

/** The rate used for the reimbursement: the override, else the fetched rate. */
export function effectiveRate(expense: Pick<ExpenseView, 'rate' | 'override'>): Decimal | null {
  return expense.override?.rate ?? expense.rate?.rate ?? null;
}

export function toExpenseJson(expense: ExpenseView): ExpenseJson {
  const { receipt, rate, override, currency } = expense;
  return {
    id: expense.id,
    expense_id: expense.expenseId,
    unique_id: expense.uniqueId,
    user_id: expense.userId,
    user_name: expense.userName,
    user_email: expense.userEmail,
    ...toClaimJson(expense),
    created_at: expense.createdAt,
    submitted_at: expense.submittedAt,
    updated_at: expense.updatedAt,
    currency_other: currency === null || (CURRENCIES as readonly string[]).includes(currency) ? null : currency,
    status: expense.status,
    receipt: receipt?.fileName ?? null,
    exchange_rate: number(effectiveRate(expense)),
    fetched_exchange_rate: number(rate?.rate ?? null),
    override_exchange_rate: number(override?.rate ?? null),
    override_reason: override?.reason ?? null,
    reimbursement_amount: number(expense.reimbursementAmount),
    reimbursement_currency: expense.reimbursementCurrency,
    admin_notes: expense.adminNotes,
    approved_by_email: expense.approvedByEmail,
    approved_at: expense.approvedAt,
    duplicate_count: expense.duplicateCount,
    revision: expense.revision,
    head: expense.head,
    amended_after_approval_by: expense.amendedAfterApprovalBy,
    question: expense.question && toQuestionJson(expense.question),
    paid_at: expense.paidAt,
    payment_id: expense.paymentId,
    receipt_name: receipt?.originalName ?? null,
    receipt_content_type: receipt?.contentType ?? null,
    receipt_sha256: receipt?.sha256 ?? null,
    receipt_reading: receipt?.reading ? toReadingJson(receipt.reading) : null,
    receipt_joined: (receipt?.joined ?? []).map(({ originalName, contentType, size, sha256 }) => ({
      name: originalName,
      content_type: contentType,
      size,
      sha256,
    })),
    reimbursement_reason: expense.reimbursementReason,
    rate_source: rate?.source ?? null,
    rate_date: rate?.effectiveDate ?? null,
    rate_stale: rate?.stale ?? false,
    rate_provisional: rate?.provisional ?? false,
  };
}

function toReadingJson({ source, total, due, date, currency, vat, merchant }: StoredReading): ReceiptReadingJson {
  return {
    source,
    total: number(total ?? null),
    due: number(due ?? null),
    date: date ?? null,
    currency: currency ?? null,
    vat: number(vat ?? null),
    merchant: merchant ?? null,
  };
}

function toQuestionJson(question: NonNullable<ExpenseView['question']>): QuestionJson {
  const { text, askedByEmail, mentioned, askedAt, answer } = question;
  return {
    text,
    asked_by_email: askedByEmail,
    ...(mentioned && { mentioned }),
    asked_at: askedAt,
    answer: answer?.text ?? null,
    answered_at: answer?.at ?? null,
  };
}
