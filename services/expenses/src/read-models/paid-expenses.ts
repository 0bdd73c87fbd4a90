import { Inject, Injectable } from '@nestjs/common';
import { OutlayError, type ExpenseView } from '@outlay/contracts';
import { requireChain } from '@outlay/event-sourcing';
import { eventHash, type EventStore } from '@outlay/event-store';
import { isExisting } from '../domain/expense.js';
import { EVENT_STORE } from '../ports.js';
import { inTurns } from '../stream/in-turns.js';
import { EXPENSE_PREFIX, foldExpense, toExpenseEvent } from '../stream/stream-types.js';
import { toExpenseView } from '../views/expense-view.js';
import { explain } from '../views/explanation.js';

interface PaidExpense {
  readonly expense: ExpenseView;
  readonly head: string;
  /** The computation of the paid amount, in one line. */
  readonly computation: string | null;
}

@Injectable()
export class PaidExpenses {
  constructor(@Inject(EVENT_STORE) private readonly events: EventStore) {}

  atPayment(ids: readonly string[], paymentId: string): Promise<PaidExpense[]> {
    return inTurns(ids, (id) => this.oneAtPayment(id, paymentId));
  }

  private async oneAtPayment(id: string, paymentId: string): Promise<PaidExpense> {
    const events = await this.events.readStream(EXPENSE_PREFIX + id);
    requireChain(EXPENSE_PREFIX + id, events);
    const paid = events.find((stored) => {
      const event = toExpenseEvent(stored);
      return event.type === 'ExpensePaid' && event.data.paymentId === paymentId;
    });
    const until = events.slice(0, (paid?.revision ?? -1) + 1);
    const state = foldExpense(until);
    if (!paid || !isExisting(state))
      throw new OutlayError('NOT_FOUND', `Expense ${id} was not paid by payment ${paymentId}`);
    const head = eventHash(paid);
    const { formula: computation } = explain(until.map(toExpenseEvent));
    return { expense: toExpenseView({ id, revision: paid.revision, headHash: head }, state), head, computation };
  }
}
