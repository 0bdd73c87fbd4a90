import { Inject, Injectable } from '@nestjs/common';
import { findMissingReports, requestReport, type MessageContext } from '@outlay/contracts';
import { failpoint } from '@outlay/concurrency';
import { MessageClient } from '@outlay/messaging';
import { totalOf } from '../domain/decide-payment.js';
import { isPaidBy, type CompletedPayment } from '../domain/payment.js';
import { PAYMENT_MODEL, type PaymentModel } from '../read-models/payment.model.js';
import { ExpenseStream, type ExistingExpense } from '../stream/expense-stream.js';
import { inTurns } from '../stream/in-turns.js';

const PAGE = 500;

@Injectable()
export class PaymentReports {
  constructor(
    private readonly expenses: ExpenseStream,
    @Inject(PAYMENT_MODEL) private readonly rows: PaymentModel,
    private readonly messages: MessageClient,
  ) {}

  /** @param loaded paid expenses of the payment that the caller has loaded already */
  async request(
    paymentId: string,
    payment: CompletedPayment,
    loaded: readonly ExistingExpense[],
    context: MessageContext,
  ): Promise<void> {
    const { user, currency, completedAt: paidAt, paid } = payment;
    if (paid.length > 0) {
      const known = new Map(loaded.flatMap((item) => (isPaidBy(item.expense, paymentId) ? [[item.id, item]] : [])));
      const batch = await inTurns(paid, async (id) => known.get(id) ?? this.expenses.loadExisting(id));
      const report = {
        paymentId,
        paidAt,
        userId: user.id,
        userName: user.name,
        userEmail: user.email,
        currency,
        totalAmount: totalOf(batch),
        expenseIds: batch.map(({ expense }) => expense.claim.expenseId),
      };
      failpoint('before-enqueue');
      await this.messages.call(requestReport, report, context);
    }
    await this.rows.updateOne({ _id: paymentId }, { $set: { reportRequested: true } });
  }

  /** Makes `missing` return the payments whose reports have been lost since, with the store of the reports. */
  async findLost(context: MessageContext): Promise<void> {
    for (let after = ''; ;) {
      const requested = { _id: { $gt: after }, reportRequested: true };
      const rows = await this.rows.find(requested, { _id: 1 }).sort({ _id: 1 }).limit(PAGE).lean();
      const last = rows.at(-1);
      if (!last) return;
      const { paymentIds } = await this.messages.call(
        findMissingReports,
        { paymentIds: rows.map(({ _id }) => _id) },
        context,
      );
      if (paymentIds.length > 0)
        await this.rows.updateMany({ _id: { $in: paymentIds } }, { $set: { reportRequested: false } });
      after = last._id;
    }
  }

  async missing(limit: number): Promise<string[]> {
    const rows = await this.rows.find({ reportRequested: false }).sort({ startedAt: 1 }).limit(limit).lean();
    return rows.map(({ _id }) => _id);
  }
}
