import { Logger } from '@nestjs/common';
import { OutlayError, payExpenses, type Actor, type MessageContext } from '@outlay/contracts';
import { failpoint } from '@outlay/failpoints';
import { keyedRequest, type KeyedRequest } from '@outlay/idempotency';
import { earlierPaymentOf, requireCompleted, requireStarted, startPayment } from '../domain/decide-payment.js';
import type { CompletedPayment } from '../domain/payment.js';
import type { PaymentProjection } from '../projections/payment.projection.js';
import type { ExistingExpense, ExpenseStream } from '../stream/expense-stream.js';
import { paymentEventId, type PaymentStream } from '../stream/payment-stream.js';
import { PAYMENT_PREFIX } from '../stream/stored-events.js';
import type { DecisionInputs } from './decision-inputs.js';
import type { IdempotencyStore } from './idempotency.store.js';
import { paymentIdOf } from './payment-ids.js';
import type { PaymentReports } from './payment-reports.js';

const CONCURRENCY = 25;
const RESUMED_PER_RUN = 100;

/** Every step may be repeated, so that `resume` finishes what a crash interrupted (design §6). */
export class PaymentWorkflow {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly payments: PaymentStream,
    private readonly expenses: ExpenseStream,
    private readonly projection: PaymentProjection,
    private readonly reports: PaymentReports,
    private readonly idempotency: IdempotencyStore,
    private readonly inputs: DecisionInputs,
  ) {}

  async pay(
    ids: readonly string[],
    actor: Actor,
    context: MessageContext,
  ): Promise<{ paymentId: string; paidCount: number }> {
    // Load before looking up the key: an expense that is paid by then was paid after the key had been bound.
    const batch = await Promise.all([...new Set(ids)].map((id) => this.expenses.loadExisting(id)));
    const request = keyedRequest(payExpenses, actor.id, context, batch.map(({ id }) => id).sort());
    const earlier = earlierPaymentOf(batch) ?? (await this.startedUnder(request));
    const paymentId =
      earlier === null
        ? await this.start(batch, request, actor, context)
        : await this.idempotency.bind(request, earlier);
    const paid = new Set(await this.finish(paymentId, context));
    const paidCount = batch.filter(({ id }) => paid.has(id)).length;
    if (paidCount > 0) return { paymentId, paidCount };
    throw new OutlayError('CONFLICT', 'These expenses were paid by somebody else in the meantime.');
  }

  async resume(context: MessageContext): Promise<void> {
    for (const paymentId of await this.reports.missing(RESUMED_PER_RUN)) {
      await this.finish(paymentId, context).catch(this.warn(`Payment ${paymentId} is not finished yet`));
    }
  }

  private async startedUnder(request: KeyedRequest | null): Promise<string | null> {
    const paymentId = await this.idempotency.find(request);
    return paymentId !== null && (await this.payments.load(paymentId)).status !== 'none' ? paymentId : null;
  }

  private async start(
    batch: readonly ExistingExpense[],
    request: KeyedRequest | null,
    actor: Actor,
    context: MessageContext,
  ): Promise<string> {
    const ownerId = batch[0]?.expense.claim.owner.id ?? null;
    const onlySuperAdmin = await this.inputs.isOnlySuperAdmin(actor, ownerId, context);
    // Refuse the batch before binding the key, so that a refused request can be corrected under it.
    const command = startPayment(batch, { actor, onlySuperAdmin });
    const paymentId = await this.idempotency.bind(request, paymentIdOf(batch));
    await this.payments.execute(paymentId, command, context);
    return paymentId;
  }

  private async finish(paymentId: string, context: MessageContext): Promise<readonly string[]> {
    const state = requireStarted(await this.payments.load(paymentId));
    const completed = state.status === 'completed' ? state : await this.payAll(paymentId, state.expenses, context);
    // The payment has succeeded by now. The subscription and `resume` make up for what fails from here on.
    await this.projection
      .handle({ stream: PAYMENT_PREFIX + paymentId })
      .catch(this.warn(`Payment ${paymentId} is not in the read model yet`));
    await this.reports
      .request(paymentId, completed, context)
      .catch(this.warn(`The report of payment ${paymentId} is not requested yet`));
    return completed.paid;
  }

  private async payAll(
    paymentId: string,
    expenses: readonly string[],
    context: MessageContext,
  ): Promise<CompletedPayment> {
    const paid: string[] = [];
    const skipped: string[] = [];
    // Concurrent appends share disk syncs.
    for (let from = 0; from < expenses.length; from += CONCURRENCY) {
      const group = expenses.slice(from, from + CONCURRENCY);
      const outcomes = await Promise.all(group.map((id) => this.payOne(paymentId, id, context)));
      group.forEach((id, index) => (outcomes[index] ? paid : skipped).push(id));
      failpoint('payment-midway');
    }
    return requireCompleted(await this.payments.execute(paymentId, { type: 'Complete', paid, skipped }, context));
  }

  /** False for an expense that another payment paid or that was reverted since: the payment goes on without it. */
  private async payOne(paymentId: string, id: string, context: MessageContext): Promise<boolean> {
    const eventId = () => paymentEventId(paymentId, id);
    try {
      await this.expenses.execute(id, context, () => ({ type: 'Pay', paymentId }), { eventId });
      return true;
    } catch (error) {
      if (!(error instanceof OutlayError) || error.code !== 'CONFLICT') throw error;
      return false;
    }
  }

  private warn(message: string): (error: unknown) => void {
    return (error) => this.logger.warn(`${message}: ${String(error)}`);
  }
}
