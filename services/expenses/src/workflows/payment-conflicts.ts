import { Injectable } from '@nestjs/common';
import type { ChangedView, MessageContext, OutlayError, SkippedView } from '@outlay/contracts';
import { StreamBroken, type LoadedStream } from '@outlay/event-sourcing';
import { isAt, paymentIdsOf, type BatchItem, type ShownFigures } from '../domain/decide-payment.js';
import { isExisting } from '../domain/expense.js';
import {
  alreadyPaid,
  alreadyPaidBy,
  changedExpense,
  figuresChanged,
  type EarlierPayment,
} from '../domain/payment-refusals.js';
import { checkedExpenses, type CompletedPayment, type StartedPayment } from '../domain/payment.js';
import { ExpenseStream } from '../stream/expense-stream.js';
import { inTurns } from '../stream/in-turns.js';
import { PaymentStream } from '../stream/payment-stream.js';
import { DecisionInputs } from './decision-inputs.js';

type LoadedStarted = LoadedStream<StartedPayment>;

/** Looks up who paid and what changed, for requests that are not paid as they were sent. */
@Injectable()
export class PaymentConflicts {
  constructor(
    private readonly payments: PaymentStream,
    private readonly expenses: ExpenseStream,
    private readonly inputs: DecisionInputs,
  ) {}

  async alreadyPaid(
    batch: readonly BatchItem[],
    payments: readonly LoadedStarted[],
    context: MessageContext,
  ): Promise<OutlayError> {
    const paid = alreadyPaidBy(batch, await this.withNames(payments, context));
    // A completed payment may have left out all of them: nobody paid, but the key is bound to that payment.
    return paid.length > 0 ? alreadyPaid(paid) : figuresChanged(batch, null, []);
  }

  async changed(batch: readonly BatchItem[], shown: ShownFigures): Promise<OutlayError> {
    return figuresChanged(batch, shown.total, await this.changes(batch, shown.revisions));
  }

  async nothingPaid(payment: CompletedPayment, { total }: ShownFigures, context: MessageContext): Promise<OutlayError> {
    const { alreadyPaid: paid, changed } = await this.skipped(payment, context);
    if (paid.length > 0) return alreadyPaid(paid);
    const items = await inTurns(payment.skipped, (id) => this.expenses.loadExisting(id));
    return figuresChanged(items, total, changed);
  }

  /** The expenses that the payment left out, as they are now. */
  async skipped(payment: CompletedPayment, context: MessageContext): Promise<SkippedView> {
    const items = await this.existing(payment.skipped);
    return {
      alreadyPaid: alreadyPaidBy(items, await this.withNames(await this.started(paymentIdsOf(items)), context)),
      changed: await this.changes(
        items.filter(({ expense }) => expense.status !== 'paid'),
        checkedExpenses(payment),
      ),
    };
  }

  /** The existing ones of the payments. */
  async started(paymentIds: readonly string[]): Promise<LoadedStarted[]> {
    const loaded = await inTurns(paymentIds, (id) => this.payments.load(id));
    return loaded.flatMap(({ state, ...head }) => (state.status === 'none' ? [] : [{ ...head, state }]));
  }

  private async withNames(payments: readonly LoadedStarted[], context: MessageContext): Promise<EarlierPayment[]> {
    return Promise.all(
      payments.map(async ({ id, state: payment }) => ({
        id,
        payment,
        payerName: await this.inputs.nameOf(payment.startedBy, context),
      })),
    );
  }

  private async changes(items: readonly BatchItem[], checked: ShownFigures['revisions']): Promise<ChangedView[]> {
    const changed = items.flatMap((item) => {
      const shown = checked.find(({ id }) => id === item.id);
      return shown === undefined || isAt(item, shown) ? [] : { item, revision: shown.revision };
    });
    return Promise.all(
      changed.map(async ({ item, revision }) => {
        // A revision with another content never was.
        const hasBeen = revision >= 0 && revision < item.revision;
        const expense = hasBeen ? await this.expenses.loadAsOf(item.id, revision) : null;
        return changedExpense(item, expense && { revision, expense });
      }),
    );
  }

  /** Leaves out expenses whose trail is broken, of which nothing can be said. */
  private async existing(ids: readonly string[]): Promise<BatchItem[]> {
    const loaded = await inTurns(ids, (id) => this.expenses.load(id).catch(nullIfBroken));
    return loaded.flatMap((expense) =>
      expense && isExisting(expense.state)
        ? { id: expense.id, revision: expense.revision, headHash: expense.headHash, expense: expense.state }
        : [],
    );
  }
}

function nullIfBroken(error: unknown): null {
  if (error instanceof StreamBroken) return null;
  throw error;
}
