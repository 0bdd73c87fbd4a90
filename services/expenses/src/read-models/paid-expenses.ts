import { OutlayError, type ExpenseView } from '@outlay/contracts';
import { eventHash, type EventStore } from '@outlay/event-store';
import { toExpenseView } from '../domain/expense-view.js';
import { isLiving } from '../domain/expense.js';
import { EXPENSE_PREFIX, foldExpense, toFact } from '../stream/facts.js';

/** Expenses as they were when a payment paid them, with the hash of the event that says so. Read from the events. */
export class PaidExpenses {
  constructor(private readonly events: EventStore) {}

  frozen(ids: readonly string[], paymentId: string): Promise<{ expense: ExpenseView; head: string }[]> {
    return Promise.all(ids.map((id) => this.one(id, paymentId)));
  }

  private async one(id: string, paymentId: string) {
    const events = await this.events.readStream(EXPENSE_PREFIX + id);
    const paid = events.find((event) => {
      const fact = toFact(event);
      return fact.type === 'ExpensePaid' && fact.data.paymentId === paymentId;
    });
    const state = foldExpense(events.slice(0, (paid?.revision ?? -1) + 1));
    if (!paid || !isLiving(state))
      throw new OutlayError('NOT_FOUND', `Expense ${id} was not paid by payment ${paymentId}`);
    return { expense: toExpenseView(id, paid.revision, state), head: eventHash(paid) };
  }
}
