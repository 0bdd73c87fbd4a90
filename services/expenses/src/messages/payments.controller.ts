import { Controller } from '@nestjs/common';
import {
  OutlayError,
  getPayment,
  payExpenses,
  requireSuperAdmin,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { PaidExpenses } from '../read-models/paid-expenses.js';
import { ExpenseQueries } from '../read-models/expense.queries.js';
import { PaymentWorkflow } from '../workflows/payment.workflow.js';

@Controller()
export class PaymentsController {
  constructor(
    private readonly workflow: PaymentWorkflow,
    private readonly queries: ExpenseQueries,
    private readonly paidExpenses: PaidExpenses,
  ) {}

  @Handles(payExpenses)
  async pay(request: RequestOf<typeof payExpenses>, context: MessageContext) {
    const actor = requireSuperAdmin(context);
    const ids = await Promise.all(request.ids.map((ref) => this.queries.resolve(ref)));
    return this.workflow.pay(ids, actor, context);
  }

  /** For the report worker: what was paid, frozen as it was at payment. */
  @Handles(getPayment)
  async payment({ paymentId, offset, limit }: RequestOf<typeof getPayment>) {
    const { state } = await this.workflow.load(paymentId);
    if (state.status !== 'completed') throw new OutlayError('NOT_FOUND', 'Payment not found');
    const page = await this.paidExpenses.frozen(state.paid.slice(offset, offset + limit), paymentId);
    return {
      paymentId,
      paidAt: state.completedAt,
      userId: state.user.id,
      userName: state.user.name,
      currency: state.currency,
      total: state.paid.length,
      expenses: page.map(({ expense }) => expense),
      heads: page.map(({ head }) => head),
    };
  }
}
