import * as z from 'zod/mini';
import { reimbursementCurrency } from '../primitives.js';

/** The facts of a payment; streams are named `payment-<uuid>`. */
export const paymentEventSchemas = {
  /** Names the batch before any expense is touched, so that a crash anywhere can be finished. */
  PaymentStarted: z.object({
    user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
    currency: reimbursementCurrency,
    /** The streams' uuids, in the order of the report. */
    expenses: z.array(z.string()),
  }),
  /** Every expense that could still be paid has been; the others were paid by an earlier batch. */
  PaymentCompleted: z.object({ paid: z.array(z.string()), skipped: z.array(z.string()) }),
} as const;

export type PaymentEventType = keyof typeof paymentEventSchemas;
export type PaymentEvent = {
  [T in PaymentEventType]: { readonly type: T; readonly data: z.infer<(typeof paymentEventSchemas)[T]> };
}[PaymentEventType];
