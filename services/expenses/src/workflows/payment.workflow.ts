import { Inject, Injectable, Logger } from '@nestjs/common';
import { OutlayError, payExpenses, type Actor, type MessageContext, type ReplyOf } from '@outlay/contracts';
import { emptyStream } from '@outlay/event-sourcing';
import { failpoint } from '@outlay/concurrency';
import { keyedRequest, type KeyedRequest } from '@outlay/messaging';
import type { Decimal } from '@outlay/rules';
import type { Clock } from '@outlay/time';
import {
  isAsShown,
  isRepetition,
  paymentIdsOf,
  requireCompleted,
  requireStarted,
  startPayment,
  totalOf,
  type PaymentRequest,
  type ShownFigures,
  type ShownRevision,
} from '../domain/decide-payment.js';
import { checkedExpenses, type CompletedPayment, type StartedPayment } from '../domain/payment.js';
import { CLOCK } from '../ports.js';
import { PaymentProjection } from '../projections/payment.projection.js';
import { ExpenseStream, toExisting, type ExistingExpense } from '../stream/expense-stream.js';
import { inTurns } from '../stream/in-turns.js';
import { PAYMENT } from '../stream/stream-types.js';
import { PaymentStream, type LoadedPayment } from '../stream/payment-stream.js';
import { DecisionInputs } from './decision-inputs.js';
import { IdempotencyStore } from './idempotency.store.js';
import { PaymentConflicts } from './payment-conflicts.js';
import { paymentIdOf } from './payment-ids.js';
import { PaymentReports } from './payment-reports.js';

const RESUMED_PER_RUN = 100;
/** The codes of refusals that no repetition changes. */
const FINAL_CODES: readonly string[] = ['CONFLICT', 'NOT_FOUND', 'TRAIL_BROKEN'];

export interface PaymentOrder {
  readonly ids: readonly string[];
  readonly shown: ShownFigures;
  /** The run that it is part of. */
  readonly run?: string;
}

interface Paid extends ReplyOf<typeof payExpenses> {
  readonly paidTotal: Decimal;
}

interface KeyedPaymentRequest extends PaymentRequest {
  readonly keyed: KeyedRequest | null;
}

/** Every step may be repeated, so that `resume` finishes what a crash interrupted. */
@Injectable()
export class PaymentWorkflow {
  private readonly logger = new Logger('Payments');
  private hasLookedForLostReports = false;

  constructor(
    private readonly payments: PaymentStream,
    private readonly expenses: ExpenseStream,
    private readonly projection: PaymentProjection,
    private readonly reports: PaymentReports,
    private readonly conflicts: PaymentConflicts,
    private readonly idempotency: IdempotencyStore,
    private readonly inputs: DecisionInputs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async pay({ ids, shown, run }: PaymentOrder, actor: Actor, context: MessageContext): Promise<Paid> {
    // Load before looking up the key: an expense that is paid by then was paid after the key had been bound.
    const batch = await inTurns([...new Set(ids)], (id) => this.expenses.loadExisting(id));
    const request = this.requestOf(batch, shown, actor, context);
    const payment =
      (await this.findRepeated(batch, request, context)) ??
      (await this.start(batch, { shown, run }, request, actor, context));
    const paymentId = payment.id;
    const completed = await this.finish(payment, batch, context);
    if (completed.paid.length === 0) throw await this.conflicts.nothingPaid(completed, shown, context);
    const skipped = await this.conflicts.skipped(completed, context);
    const paid = new Set(completed.paid);
    const paidTotal = totalOf(batch.filter(({ id }) => paid.has(id)));
    return { paymentId, paidCount: paid.size, paidTotal, skipped };
  }

  async resume(context: MessageContext): Promise<void> {
    if (!this.hasLookedForLostReports) {
      await this.reports
        .findLost(context)
        .then(() => (this.hasLookedForLostReports = true), this.warn('Lost reports are not found yet'));
    }
    for (const paymentId of await this.reports.missing(RESUMED_PER_RUN)) {
      await this.payments
        .load(paymentId)
        .then((payment) => this.finish(payment, [], context))
        .catch(this.warn(`Payment ${paymentId} is not finished yet`));
    }
  }

  private requestOf(
    batch: readonly ExistingExpense[],
    shown: ShownFigures,
    actor: Actor,
    context: MessageContext,
  ): KeyedPaymentRequest {
    const expenses = batch.map(({ id }) => id);
    const keyed = keyedRequest(payExpenses, actor.id, context, keyedPayload(expenses, shown));
    return { actorId: actor.id, requestId: keyed?.id ?? null, expenses, at: this.clock.now(), keyed };
  }

  /** The payment that the request repeats; null if nobody has paid any of it. @throws ALREADY_PAID */
  private async findRepeated(
    batch: readonly ExistingExpense[],
    request: KeyedPaymentRequest,
    context: MessageContext,
  ): Promise<LoadedPayment | null> {
    const nextId = (await this.idempotency.find(request.keyed)) ?? paymentIdOf(batch);
    const earlier = await this.conflicts.started([nextId, ...paymentIdsOf(batch)]);
    const repeated = earlier.find(({ state }) => isRepetition(state, request)) ?? null;
    if (earlier.length > 0 && repeated === null) throw await this.conflicts.alreadyPaid(batch, earlier, context);
    return repeated;
  }

  private async start(
    batch: readonly ExistingExpense[],
    { shown, run }: Omit<PaymentOrder, 'ids'>,
    request: KeyedPaymentRequest,
    actor: Actor,
    context: MessageContext,
  ): Promise<LoadedPayment> {
    if (!isAsShown(batch, shown)) throw await this.conflicts.changed(batch, shown);
    const owner = batch[0]?.expense.claim.owner ?? null;
    const onlySuperAdmin = await this.inputs.isOnlySuperAdmin(actor, owner?.id ?? null, context);
    const payeeName = owner === null ? '' : await this.inputs.nameToday(owner, context);
    // Refuse the batch before binding the key, so that a refused request can be corrected under it.
    const command = startPayment(batch, { actor, onlySuperAdmin, payeeName, requestId: request.requestId, run });
    const paymentId = await this.idempotency.bind(request.keyed, paymentIdOf(batch));
    // Nobody had started it when it was looked for. A conflict tells who has done so since.
    const payment = await this.payments.execute(paymentId, command, context, emptyStream(PAYMENT, paymentId));
    const state = requireStarted(payment.state);
    if (isRepetition(state, request)) return payment;
    throw await this.conflicts.alreadyPaid(batch, [{ ...payment, state }], context);
  }

  /** @param batch expenses of the payment that the caller has loaded already */
  private async finish(
    started: LoadedPayment,
    batch: readonly ExistingExpense[],
    context: MessageContext,
  ): Promise<CompletedPayment> {
    const { id, state } = started;
    const payment = requireStarted(state);
    const expenses = payment.status === 'completed' ? batch : await this.payAll(id, payment, batch, context);
    const completed =
      payment.status === 'completed' ? started : await this.complete(started, payment, expenses, context);
    // The payment has succeeded by now. The subscription and `resume` make up for what fails from here on.
    await this.projection.stateChanged(completed).catch(this.warn(`Payment ${id} is not in the read model yet`));
    const result = requireCompleted(completed.state);
    await this.reports
      .request(id, result, expenses, context)
      .catch(this.warn(`The report of payment ${id} is not requested yet`));
    return result;
  }

  /** Returns the expenses that the payment has paid, in its order. */
  private async payAll(
    paymentId: string,
    payment: StartedPayment,
    batch: readonly ExistingExpense[],
    context: MessageContext,
  ): Promise<ExistingExpense[]> {
    const loaded = new Map(batch.map((item) => [item.id, item]));
    // Concurrent appends share disk syncs.
    const outcomes = await inTurns(checkedExpenses(payment), async (checked) => {
      const paid = await this.payOne(paymentId, checked, loaded.get(checked.id), context);
      failpoint('payment-midway');
      return paid;
    });
    return outcomes.filter((paid) => paid !== null);
  }

  /** Null for an expense that another payment paid, or that was changed or damaged since: it is left out. */
  private async payOne(
    paymentId: string,
    { id, revision: onRevision }: ShownRevision,
    loaded: ExistingExpense | undefined,
    context: MessageContext,
  ): Promise<ExistingExpense | null> {
    const options = {
      // An expense that was loaded before the payment was decided on may have been changed between.
      loaded: loaded && loaded.revision >= onRevision ? { ...loaded, state: loaded.expense } : undefined,
    };
    try {
      const paid = await this.expenses.execute(id, context, () => ({ type: 'Pay', paymentId, onRevision }), options);
      return toExisting(paid);
    } catch (error) {
      if (!(error instanceof OutlayError) || !FINAL_CODES.includes(error.code)) throw error;
      return null;
    }
  }

  private async complete(
    started: LoadedPayment,
    payment: StartedPayment,
    expenses: readonly ExistingExpense[],
    context: MessageContext,
  ): Promise<LoadedPayment> {
    const paid = new Set(expenses.map(({ id }) => id));
    const skipped = payment.expenses.filter((id) => !paid.has(id));
    const command = { type: 'Complete', paid: [...paid], skipped } as const;
    return this.payments.execute(started.id, command, context, started);
  }

  private warn(message: string): (error: unknown) => void {
    return (error) => this.logger.warn(`${message}: ${String(error)}`);
  }
}

function keyedPayload(expenses: readonly string[], { total, revisions }: ShownFigures): unknown {
  return { ids: [...expenses].sort(), total, revisions: revisions.map(keyedRevision).sort() };
}

function keyedRevision({ id, revision, head = null }: ShownRevision): string {
  return head === null ? `${id}@${revision}` : `${id}@${revision}-${head}`;
}
