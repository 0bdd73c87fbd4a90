import * as z from 'zod/mini';
import { claimDetails } from '../expenses/expense-form.js';
import { frozenRate, receiptRef } from '../expenses/expense.js';
import { decimal, isoDate, reimbursementCurrency } from '../primitives.js';

/** Stands in the first event of a stream: whose expense it is and what people call it. */
export const opening = z.object({
  expenseId: z.string(),
  owner: z.object({ id: z.string(), name: z.string(), email: z.string() }),
});

const written = {
  details: claimDetails,
  /** The server's rate, frozen; null where a draft has none yet. */
  rate: z.nullable(frozenRate),
  reimbursementCurrency,
  opening: z.optional(opening),
};

/** The facts of an expense's life, one schema each; streams are named `expense-<uuid>`. */
export const expenseEventSchemas = {
  /** Saved as a draft: first of all, or again later; a submitted or rejected expense so withdrawn is a draft again. */
  ExpenseDrafted: z.object(written),
  /** Sent for review with everything a claim needs. */
  ExpenseSubmitted: z.object(written),
  /** Changed by its owner without a change of status: a submitted expense sent again before a decision. */
  ExpenseRevised: z.object(written),
  ReceiptAttached: z.object({ receipt: receiptRef }),
  ReceiptRemoved: z.object({ receipt: receiptRef }),
  /** The owner claims another rate than the fetched one, within the tolerance, and says why. */
  RateOverridden: z.object({ fetchedRate: decimal, rate: decimal, reason: z.string() }),
  /** Someone approved although these expenses look the same. */
  DuplicateWarningDismissed: z.object({ duplicates: z.array(z.string()) }),
  /** Approved as it stood at `onRevision`, with the receipt of this content. */
  ExpenseApproved: z.object({ onRevision: z.number(), receiptSha256: z.nullable(z.string()) }),
  ExpenseRejected: z.object({ reason: z.string() }),
  /** Back to submitted by a super admin. */
  ExpenseReverted: z.object({ note: z.nullable(z.string()) }),
  /** Corrected by a super admin; only what was changed is present. */
  ExpenseAmendedByAdmin: z.object({
    original: z.optional(z.object({ amount: decimal, currency: z.string(), date: isoDate, rate: frozenRate })),
    overrideCleared: z.optional(z.literal(true)),
    metadata: z.optional(
      z.object({
        category: z.nullable(z.string()),
        justification: z.nullable(z.string()),
        classification: z.nullable(z.string()),
        vatAmount: z.nullable(decimal),
      }),
    ),
    reimbursement: z.optional(z.object({ amount: decimal, reason: z.string() })),
  }),
  ExpensePaid: z.object({ paymentId: z.string() }),
  DraftDeleted: z.object({}),
} as const;

export type ExpenseEventType = keyof typeof expenseEventSchemas;
export type ExpenseEventOf<T extends ExpenseEventType> = {
  readonly type: T;
  readonly data: z.infer<(typeof expenseEventSchemas)[T]>;
};
export type ExpenseEvent = { [T in ExpenseEventType]: ExpenseEventOf<T> }[ExpenseEventType];
