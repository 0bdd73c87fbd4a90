import * as z from 'zod/mini';
import { MENTIONED_MAX } from '@outlay/rules';
import { claimDetails, claimShapes } from '../expenses/claim-schemas.js';
import { frozenRate, mentionedPerson, receiptRef } from '../expenses/expense.js';
import { decimal, reimbursementCurrency } from '../primitives.js';

export const opening = z.object({
  expenseId: z.string(),
  owner: z.object({ id: z.string(), name: z.string(), email: z.string() }),
});

const written = {
  details: claimDetails,
  /** The fetched rate; null in a draft without one. */
  rate: z.nullable(frozenRate),
  reimbursementCurrency,
  /** The reimbursement currency before, if the owner's account has had another since. */
  convertedFrom: z.optional(reimbursementCurrency),
  opening: z.optional(opening),
};

/** The events of an expense; streams are named `expense-<uuid>`. */
export const expenseEventSchemas = {
  /** Saved as a draft; also withdraws a submitted or rejected expense. */
  ExpenseDrafted: z.object(written),
  ExpenseSubmitted: z.object(written),
  /** Changed by its owner while submitted; the status stays. */
  ExpenseRevised: z.object(written),
  ReceiptAttached: z.object({ receipt: receiptRef }),
  ReceiptRemoved: z.object({ receipt: receiptRef }),
  RateOverridden: z.object({ fetchedRate: decimal, rate: decimal, reason: z.string() }),
  DuplicateWarningDismissed: z.object({ duplicates: z.array(z.string()) }),
  /** `onRevision` and `receiptSha256` record what exactly was approved. */
  ExpenseApproved: z.object({
    onRevision: z.number(),
    receiptSha256: z.nullable(z.string()),
    /** The values that the approver's client said it showed, as sent; missing if it sent none. */
    seen: z.optional(
      z.object({
        revision: z.nullable(z.number()),
        head: z.nullable(z.string()),
        receiptSha256: z.nullable(z.string()),
      }),
    ),
  }),
  ExpenseRejected: z.object({ reason: z.string() }),
  ExpenseReverted: z.object({ note: z.nullable(z.string()) }),
  /** Contains only the changed parts. */
  ExpenseAmendedByAdmin: z.object({
    original: z.optional(z.object({ ...claimShapes.original.stored, rate: frozenRate })),
    overrideCleared: z.optional(z.literal(true)),
    metadata: z.optional(z.object(claimShapes.metadata.stored)),
    reimbursement: z.optional(z.object({ amount: decimal, reason: z.string() })),
  }),
  /** A super admin asks the owner; the claim waits for the answer. */
  QuestionAsked: z.object({
    question: z.string(),
    /** Other super admins whom the question is shown to as well. */
    mentioned: z.optional(z.array(mentionedPerson).check(z.minLength(1), z.maxLength(MENTIONED_MAX))),
  }),
  QuestionAnswered: z.object({ answer: z.string() }),
  ExpensePaid: z.object({ paymentId: z.string() }),
  DraftDeleted: z.object({}),
} as const;

export type ExpenseEventType = keyof typeof expenseEventSchemas;
export type ExpenseEventOf<T extends ExpenseEventType> = {
  readonly type: T;
  readonly data: z.infer<(typeof expenseEventSchemas)[T]>;
};
export type ExpenseEvent = { [T in ExpenseEventType]: ExpenseEventOf<T> }[ExpenseEventType];
