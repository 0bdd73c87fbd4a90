import * as z from 'zod/mini';
import { decimal, reimbursementCurrency } from '../primitives.js';

/** The events of a payment run; streams are named `run-<uuid>`. */
export const runEventSchemas = {
  /** Written before anything is paid, so that an interrupted run goes on. Its actor pays. */
  RunStarted: z.object({
    reference: z.string(),
    /** One payment each, in the order in which they are paid. */
    payments: z.array(
      z.object({
        user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
        currency: reimbursementCurrency,
        /** The total that was shown. */
        total: decimal,
        /** The streams' uuids. */
        expenses: z.array(z.string()),
        /** The revisions of `expenses` that were shown, in order, and the hashes of their last events. */
        revisions: z.array(z.number()),
        heads: z.array(z.nullable(z.string())),
      }),
    ),
  }),
  /** `payment` is the index in the run. The payment's own events say which expenses were skipped. */
  RunPaymentMade: z.object({ payment: z.number(), paymentId: z.string(), paid: z.number(), total: decimal }),
  /** Nothing was paid of it, for good: its expenses have changed or are paid, or its payer may not pay them. */
  RunPaymentRefused: z.object({ payment: z.number(), code: z.string(), message: z.string() }),
} as const;

export type RunEventType = keyof typeof runEventSchemas;
export type RunEvent = {
  [T in RunEventType]: { readonly type: T; readonly data: z.infer<(typeof runEventSchemas)[T]> };
}[RunEventType];
