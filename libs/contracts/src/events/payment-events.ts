import * as z from 'zod/mini';
import { madeReport } from '../expenses/made-report.js';
import { reimbursementCurrency } from '../primitives.js';

/** The events of a payment; streams are named `payment-<uuid>`. */
export const paymentEventSchemas = {
  /** Written before any expense is paid, so that an interrupted payment can be completed. */
  PaymentStarted: z.object({
    user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
    currency: reimbursementCurrency,
    /** The streams' uuids, in the order of the report. */
    expenses: z.array(z.string()),
    /** The revisions of `expenses`, in order: only these are paid. */
    revisions: z.array(z.number()),
    /** Derived from the Idempotency-Key: only a request with the same key is a repetition. */
    requestId: z.optional(z.string()),
    /** The id of the run that it is part of. */
    run: z.optional(z.string()),
  }),
  /** `skipped` expenses were paid by an overlapping batch or changed after they had been checked. */
  PaymentCompleted: z.object({ paid: z.array(z.string()), skipped: z.array(z.string()) }),
  /** The hashes prove the files wherever they lie. A report that was made again with other bytes has other hashes. */
  ReportMade: madeReport,
} as const;

export type PaymentEventType = keyof typeof paymentEventSchemas;
export type PaymentEvent = {
  [T in PaymentEventType]: { readonly type: T; readonly data: z.infer<(typeof paymentEventSchemas)[T]> };
}[PaymentEventType];

export type ReportMade = z.infer<typeof paymentEventSchemas.ReportMade>;
