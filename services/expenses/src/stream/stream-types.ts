import { expenseEventSchemas, paymentEventSchemas, type ExpenseEvent, type PaymentEvent } from '@outlay/contracts';
import type { RecordedEvent } from '@outlay/event-store';
import { fold, toStoredEvent, type LoadedStream, type StoredEvent, type StreamType } from '@outlay/event-sourcing';
import type { ExpenseCommand } from '../domain/commands.js';
import { decidePayment, type PaymentCommand } from '../domain/decide-payment.js';
import { decide } from '../domain/decide.js';
import { evolve } from '../domain/evolve.js';
import { initialState, type ExpenseState } from '../domain/expense.js';
import { evolvePayment, initialPayment, type PaymentState } from '../domain/payment.js';

export const EXPENSE_PREFIX = 'expense-';
export const PAYMENT_PREFIX = 'payment-';

export type LoadedExpense = LoadedStream<ExpenseState>;

export const EXPENSE: StreamType<ExpenseState, ExpenseCommand, ExpenseEvent> = {
  noun: 'expense',
  prefix: EXPENSE_PREFIX,
  versions: {
    ExpenseDrafted: [],
    ExpenseSubmitted: [],
    ExpenseRevised: [],
    ReceiptAttached: [],
    ReceiptRemoved: [],
    RateOverridden: [],
    DuplicateWarningDismissed: [],
    ExpenseApproved: [],
    ExpenseRejected: [],
    ExpenseReverted: [],
    ExpenseAmendedByAdmin: [],
    ExpensePaid: [],
    DraftDeleted: [],
  },
  schemas: expenseEventSchemas,
  initial: initialState,
  decide,
  evolve,
};

export const PAYMENT: StreamType<PaymentState, PaymentCommand, PaymentEvent> = {
  noun: 'payment',
  prefix: PAYMENT_PREFIX,
  versions: { PaymentStarted: [], PaymentCompleted: [] },
  schemas: paymentEventSchemas,
  initial: initialPayment,
  decide: decidePayment,
  evolve: evolvePayment,
};

export function toExpenseEvent(event: RecordedEvent): StoredEvent<ExpenseEvent> {
  return toStoredEvent(EXPENSE, event);
}

export function foldExpense(events: readonly RecordedEvent[]): ExpenseState {
  return fold(EXPENSE, events);
}
