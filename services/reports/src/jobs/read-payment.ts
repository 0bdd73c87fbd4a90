import { getPayment, type MessageContext, type PaymentPage } from '@outlay/contracts';
import type { MessageClient } from '@outlay/messaging';

/** Even with the longest texts, this many expenses stay below the 1 MB limit of a message. */
const PAGE = 50;

export interface PaidExpense {
  readonly expense: PaymentPage['expenses'][number];
  readonly head: string;
  readonly computation: string | null;
}

export async function readPayment(
  messages: MessageClient,
  paymentId: string,
  context: MessageContext,
): Promise<PaidExpense[]> {
  const paid: PaidExpense[] = [];
  for (;;) {
    const page = await messages.call(getPayment, { paymentId, offset: paid.length, limit: PAGE }, context);
    const { heads, computations } = page;
    paid.push(
      ...page.expenses.map((expense, index) => ({
        expense,
        head: heads[index] ?? '',
        computation: computations[index] ?? null,
      })),
    );
    if (paid.length >= page.total) return paid;
    if (page.expenses.length === 0) throw new Error(`Payment ${paymentId} ends at ${paid.length} of ${page.total}`);
  }
}
