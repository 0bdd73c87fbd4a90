import {
  OutlayError,
  payExpenses,
  requestReport,
  type Actor,
  type MessageContext,
  type PaymentEvent,
} from '@outlay/contracts';
import {
  WrongExpectedRevision,
  eventHash,
  type EventStore,
  type ExpectedRevision,
  type RecordedEvent,
} from '@outlay/event-store';
import type { MessageClient } from '@outlay/messaging';
import { addDecimals, roundHalfUp } from '@outlay/rules';
import { failpoint } from '@outlay/failpoints';
import { keyedRequest, type KeyedRequest } from '@outlay/idempotency';
import type { Clock } from '@outlay/time';
import { Logger } from '@nestjs/common';
import { requireNotOwn } from '../domain/decide-review.js';
import { isLiving, type Expense } from '../domain/expense.js';
import type { PaymentState } from '../domain/payment.js';
import { reimbursementAmount } from '../domain/reimbursement.js';
import type { PaymentProjection } from '../projections/payment.projection.js';
import type { PaymentModel } from '../read-models/payment.model.js';
import type { ExpenseStream } from '../stream/expense-stream.js';
import { PAYMENT_PREFIX, foldPayment } from '../stream/facts.js';
import { SCHEMA_VERSION } from '../stream/upcasters.js';
import type { ClaimFacts } from './claim-facts.js';
import { paymentEventId, paymentIdOf } from './payment-ids.js';
import type { RequestsStore } from './requests.store.js';

const AT_A_TIME = 25;

interface Payable {
  readonly id: string;
  readonly revision: number;
  readonly expense: Expense;
}

/**
 * Pays a batch: names it, pays each expense at most once, closes it, asks for the report (design §6). Each step may be
 * repeated; a crash anywhere is finished by `resume`.
 */
export class PaymentWorkflow {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly events: EventStore,
    private readonly streams: ExpenseStream,
    private readonly projection: PaymentProjection,
    private readonly rows: PaymentModel,
    private readonly requests: RequestsStore,
    private readonly facts: ClaimFacts,
    private readonly messages: MessageClient,
    private readonly clock: Clock,
  ) {}

  async pay(
    ids: readonly string[],
    actor: Actor,
    context: MessageContext,
  ): Promise<{ paymentId: string; paidCount: number }> {
    // Loaded before the request is looked up: what is found half paid was paid after its request had been bound.
    const batch = await this.loadBatch([...new Set(ids)]);
    const request = keyedRequest(payExpenses, actor.id, context, batch.map(({ id }) => id).sort());
    const earlier = paidTogether(batch) ?? (await this.begunBy(request));
    const paymentId = await this.requests.bind(request, earlier ?? (await this.newPayment(batch, actor, context)));
    if (earlier === null) await this.start(paymentId, batch, context);
    const paid = new Set(await this.finish(paymentId, context));
    const paidCount = batch.filter(({ id }) => paid.has(id)).length;
    if (paidCount === 0)
      throw new OutlayError('CONFLICT', 'These expenses were paid by somebody else in the meantime.');
    return { paymentId, paidCount };
  }

  /** Finishes what a crash or an outage interrupted. */
  async resume(context: MessageContext): Promise<void> {
    const open = await this.rows.find({ reportRequested: false }).sort({ startedAt: 1 }).limit(100).lean();
    for (const { _id } of open) {
      await this.finish(_id, context).catch((error: unknown) =>
        this.logger.warn(`Payment ${_id} is not finished yet: ${String(error)}`),
      );
    }
  }

  async load(paymentId: string): Promise<{ state: PaymentState; events: RecordedEvent[] }> {
    const events = await this.events.readStream(PAYMENT_PREFIX + paymentId);
    return { state: foldPayment(events), events };
  }

  private async loadBatch(ids: readonly string[]): Promise<Payable[]> {
    const loaded = await Promise.all(ids.map((id) => this.streams.load(id)));
    return loaded.map(({ id, state, revision }) => {
      if (!isLiving(state)) throw new OutlayError('NOT_FOUND', 'Expense not found', { expense_id: id });
      return { id, revision, expense: state };
    });
  }

  /** The payment that was started under the request's key. */
  private async begunBy(request: KeyedRequest | null): Promise<string | null> {
    const paymentId = await this.requests.find(request);
    return paymentId !== null && (await this.load(paymentId)).state.status !== 'none' ? paymentId : null;
  }

  /** The id of a payment of these expenses by this actor, once nothing speaks against it. */
  private async newPayment(batch: readonly Payable[], actor: Actor, context: MessageContext): Promise<string> {
    const { claim } = requirePayable(batch);
    const onlySuperAdmin = await this.facts.isOnlySuperAdmin(actor, claim.owner.id, context);
    for (const { expense } of batch) requireNotOwn(expense, { actor, onlySuperAdmin });
    return paymentIdOf(batch);
  }

  private async start(paymentId: string, batch: readonly Payable[], context: MessageContext): Promise<void> {
    const { owner: user, reimbursementCurrency: currency } = requirePayable(batch).claim;
    const data = { user, currency, expenses: batch.map(({ id }) => id) };
    await this.appendOnce(paymentId, { type: 'PaymentStarted', data }, 'no-stream', context);
  }

  /** Pays what is left of a started batch, closes it and asks for its report. What it paid. */
  private async finish(paymentId: string, context: MessageContext): Promise<readonly string[]> {
    const { state } = await this.load(paymentId);
    if (state.status === 'none') throw new OutlayError('NOT_FOUND', 'Payment not found');
    const { paid } = state.status === 'completed' ? state : await this.payAll(paymentId, state, context);
    await this.projection.handle({ stream: PAYMENT_PREFIX + paymentId }).catch((error: unknown) =>
      // Paying has succeeded here as well; the subscription brings the payment to the list.
      this.logger.warn(`Payment ${paymentId} is not listed yet: ${String(error)}`),
    );
    await this.requestReport(paymentId, paid, context).catch((error: unknown) =>
      // Paying has succeeded; the report is asked for again until the reports service takes it.
      this.logger.warn(`The report of payment ${paymentId} is not requested yet: ${String(error)}`),
    );
    return paid;
  }

  private async payAll(paymentId: string, { expenses }: { expenses: readonly string[] }, context: MessageContext) {
    const paid: string[] = [];
    const skipped: string[] = [];
    // Several at a time, which then wait for the disk together.
    for (let from = 0; from < expenses.length; from += AT_A_TIME) {
      const group = expenses.slice(from, from + AT_A_TIME);
      const outcomes = await Promise.all(group.map((id) => this.payOne(paymentId, id, context)));
      group.forEach((id, index) => (outcomes[index] ? paid : skipped).push(id));
      failpoint('payment-midway');
    }
    await this.appendOnce(paymentId, { type: 'PaymentCompleted', data: { paid, skipped } }, 0, context);
    return { paid, skipped };
  }

  /** False for one that was paid by an overlapping batch, or reverted since: this batch goes on without it. */
  private async payOne(paymentId: string, id: string, context: MessageContext): Promise<boolean> {
    try {
      await this.streams.execute(id, context, () => ({ type: 'Pay', paymentId }), {
        eventId: () => paymentEventId(paymentId, id),
      });
      return true;
    } catch (error) {
      if (!(error instanceof OutlayError) || error.code !== 'CONFLICT') throw error;
      return false;
    }
  }

  private async requestReport(paymentId: string, paid: readonly string[], context: MessageContext): Promise<void> {
    const { state } = await this.load(paymentId);
    if (state.status !== 'completed') return;
    if (paid.length > 0) {
      const expenses = await this.loadBatch(paid);
      const amounts = expenses.map(({ expense }) => reimbursementAmount(expense.claim) ?? '0');
      failpoint('before-enqueue');
      await this.messages.call(
        requestReport,
        {
          paymentId,
          paidAt: state.completedAt,
          userId: state.user.id,
          userName: state.user.name,
          currency: state.currency,
          totalAmount: roundHalfUp(addDecimals(amounts), 2),
          expenseIds: expenses.map(({ expense }) => expense.claim.expenseId),
        },
        context,
      );
    }
    await this.rows.updateOne({ _id: paymentId }, { $set: { reportRequested: true } });
  }

  /** Appends a payment's fact; that it stands there already is what a repetition expects. */
  private async appendOnce(
    paymentId: string,
    { type, data }: PaymentEvent,
    expected: ExpectedRevision,
    { actor, correlationId }: MessageContext,
  ): Promise<void> {
    const { events } = await this.load(paymentId);
    const last = events.at(-1);
    const metadata = {
      schemaVersion: SCHEMA_VERSION,
      actor: actor
        ? { id: actor.id, email: actor.email, role: actor.role }
        : { id: 'system', email: 'system', role: 'system' },
      at: this.clock.now().toISOString(),
      correlationId,
      causationId: null,
      previousHash: last ? eventHash(last) : null,
    };
    try {
      const event = { id: paymentEventId(paymentId, type), type, data, metadata };
      await this.events.append(PAYMENT_PREFIX + paymentId, [event], expected);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }
}

/** The payment that paid exactly these expenses before, if one did. */
function paidTogether(batch: readonly Payable[]): string | null {
  const [first] = batch;
  if (first?.expense.status !== 'paid') return null;
  const { paymentId } = first.expense;
  return batch.every(({ expense }) => expense.status === 'paid' && expense.paymentId === paymentId) ? paymentId : null;
}

/** The batch's first expense, once all fit together; a refusal names every offender (design §6). */
function requirePayable(batch: readonly Payable[]): Expense {
  const [first] = batch;
  if (!first) throw new OutlayError('INVALID_INPUT', 'Select a user with approved expenses first');
  const offending = (offends: (expense: Expense) => boolean) =>
    batch.filter(({ expense }) => offends(expense)).map(({ expense }) => expense.claim.expenseId);
  const refuse = (ids: readonly string[], message: string) => {
    if (ids.length > 0) throw new OutlayError('CONFLICT', `${message}: ${ids.join(', ')}`, { expense_ids: ids });
  };
  refuse(
    offending(({ status }) => status !== 'approved'),
    'Only approved expenses can be marked as paid. Not approved',
  );
  const { owner, reimbursementCurrency } = first.expense.claim;
  refuse(
    offending(({ claim }) => claim.owner.id !== owner.id),
    `All expenses of a payment must belong to one user. Not of ${owner.name}`,
  );
  refuse(
    offending(({ claim }) => claim.reimbursementCurrency !== reimbursementCurrency),
    `All expenses of a payment must be reimbursed in one currency. Not in ${reimbursementCurrency}`,
  );
  return first.expense;
}
