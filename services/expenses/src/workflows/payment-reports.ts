import { requestReport, type MessageContext } from '@outlay/contracts';
import { failpoint } from '@outlay/failpoints';
import type { MessageClient } from '@outlay/messaging';
import { totalOf } from '../domain/decide-payment.js';
import type { CompletedPayment } from '../domain/payment.js';
import type { PaymentModel } from '../read-models/payment.model.js';
import type { ExpenseStream } from '../stream/expense-stream.js';

export class PaymentReports {
  constructor(
    private readonly expenses: ExpenseStream,
    private readonly rows: PaymentModel,
    private readonly messages: MessageClient,
  ) {}

  async request(paymentId: string, payment: CompletedPayment, context: MessageContext): Promise<void> {
    const { user, currency, completedAt: paidAt, paid } = payment;
    if (paid.length > 0) {
      const batch = await Promise.all(paid.map((id) => this.expenses.loadExisting(id)));
      const report = {
        paymentId,
        paidAt,
        userId: user.id,
        userName: user.name,
        currency,
        totalAmount: totalOf(batch),
        expenseIds: batch.map(({ expense }) => expense.claim.expenseId),
      };
      failpoint('before-enqueue');
      await this.messages.call(requestReport, report, context);
    }
    await this.rows.updateOne({ _id: paymentId }, { $set: { reportRequested: true } });
  }

  async missing(limit: number): Promise<string[]> {
    const rows = await this.rows.find({ reportRequested: false }).sort({ startedAt: 1 }).limit(limit).lean();
    return rows.map(({ _id }) => _id);
  }
}
