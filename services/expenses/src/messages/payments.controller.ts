import { Controller } from '@nestjs/common';
import {
  getPayment,
  OutlayError,
  payExpenses,
  recordReport,
  requireSuperAdmin,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { requireCompleted } from '../domain/decide-payment.js';
import { PaidExpenses } from '../read-models/paid-expenses.js';
import { ExpenseQueries } from '../read-models/expense.queries.js';
import { inTurns } from '../stream/in-turns.js';
import { PaymentStream } from '../stream/payment-stream.js';
import { PaymentWorkflow } from '../workflows/payment.workflow.js';

@Controller()
export class PaymentsController {
  constructor(
    private readonly workflow: PaymentWorkflow,
    private readonly payments: PaymentStream,
    private readonly queries: ExpenseQueries,
    private readonly paidExpenses: PaidExpenses,
  ) {}

  @Handles(payExpenses)
  async pay(request: RequestOf<typeof payExpenses>, context: MessageContext) {
    const actor = requireSuperAdmin(context);
    const { expectedTotal: total = null, revisions: revisionOf = {}, heads = {} } = request;
    requireRevisions(heads, revisionOf);
    const ids = await inTurns(request.ids, (ref) => this.queries.resolve(ref));
    const revisions = await inTurns(Object.entries(revisionOf), async ([ref, revision]) => ({
      id: await this.queries.resolve(ref),
      revision,
      head: heads[ref] ?? null,
    }));
    const order = { ids, shown: { total, revisions } };
    const { paymentId, paidCount, skipped } = await this.workflow.pay(order, actor, context);
    return { paymentId, paidCount, skipped };
  }

  @Handles(getPayment)
  async payment({ paymentId, offset, limit }: RequestOf<typeof getPayment>) {
    const payment = requireCompleted((await this.payments.load(paymentId)).state);
    const page = await this.paidExpenses.atPayment(payment.paid.slice(offset, offset + limit), paymentId);
    return {
      paymentId,
      paidAt: payment.completedAt,
      userId: payment.user.id,
      userName: payment.user.name,
      currency: payment.currency,
      total: payment.paid.length,
      expenses: page.map(({ expense }) => expense),
      heads: page.map(({ head }) => head),
      computations: page.map(({ computation }) => computation),
    };
  }

  @Handles(recordReport)
  async record({ paymentId, report }: RequestOf<typeof recordReport>, context: MessageContext) {
    await this.payments.execute(paymentId, { type: 'RecordReport', report }, context);
    return {};
  }
}

function requireRevisions(heads: object, revisions: object): void {
  if (Object.keys(heads).every((ref) => Object.hasOwn(revisions, ref))) return;
  const message = 'must name expenses of revisions only, in the same form';
  throw new OutlayError('INVALID_INPUT', `heads ${message}`, [{ field: 'heads', message }]);
}
