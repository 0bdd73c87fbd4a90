import { OutlayError, type ExpenseView } from '@outlay/contracts';
import { requireChain } from '@outlay/event-sourcing';
import { eventHash, type EventStore } from '@outlay/event-store';
import { toExpenseView } from '../domain/expense-view.js';
import { isExisting } from '../domain/expense.js';
import { EXPENSE_PREFIX, foldExpense, toExpenseEvent } from '../stream/stream-types.js';

export class PaidExpenses {
  constructor(private readonly events: EventStore) {}

  atPayment(ids: readonly string[], paymentId: string): Promise<{ expense: ExpenseView; head: string }[]> {
    return Promise.all(ids.map((id) => this.oneAtPayment(id, paymentId)));
  }

  private async oneAtPayment(id: string, paymentId: string) {
    const events = await this.events.readStream(EXPENSE_PREFIX + id);
    requireChain(EXPENSE_PREFIX + id, events);
    const paid = events.find((stored) => {
      const event = toExpenseEvent(stored);
      return event.type === 'ExpensePaid' && event.data.paymentId === paymentId;
    });
    const state = foldExpense(events.slice(0, (paid?.revision ?? -1) + 1));
    if (!paid || !isExisting(state))
      throw new OutlayError('NOT_FOUND', `Expense ${id} was not paid by payment ${paymentId}`);
    const head = eventHash(paid);
    return { expense: toExpenseView({ id, revision: paid.revision, headHash: head }, state), head };
  }
}
