import {
  ACCOUNT_PREFIX,
  accountEventSchemas,
  EXPENSE_PREFIX,
  expenseEventSchemas,
  PAYMENT_PREFIX,
  paymentEventSchemas,
  RUN_PREFIX,
  runEventSchemas,
  type AccountEvent,
  type ExpenseEvent,
  type PaymentEvent,
  type RunEvent,
} from '@outlay/contracts';
import type { RecordedEvent } from '@outlay/event-store';
import {
  fold,
  toStoredEvent,
  type LoadedStream,
  type StoredEvent,
  type StreamFold,
  type StreamType,
} from '@outlay/event-sourcing';
import type { ExpenseCommand } from '../domain/commands.js';
import { decidePayment, type PaymentCommand } from '../domain/decide-payment.js';
import { allowsExpense } from '../domain/allows.js';
import { decide } from '../domain/decide.js';
import { evolve } from '../domain/evolve.js';
import { initialState, isWhole, type ExpenseState } from '../domain/expense.js';
import { evolvePerson, type PersonState } from '../domain/person.js';
import { allowsPayment, evolvePayment, initialPayment, type PaymentState } from '../domain/payment.js';
import { allowsRun, decideRun, evolveRun, initialRun, type RunCommand, type RunState } from '../domain/run.js';

export { ACCOUNT_PREFIX, EXPENSE_PREFIX, PAYMENT_PREFIX, RUN_PREFIX };
export const PROJECTED_PREFIXES: readonly string[] = [EXPENSE_PREFIX, PAYMENT_PREFIX, RUN_PREFIX, ACCOUNT_PREFIX];

export type LoadedExpense = LoadedStream<ExpenseState>;

export const EXPENSE: StreamType<ExpenseState, ExpenseCommand, ExpenseEvent> = {
  noun: 'expense',
  prefix: EXPENSE_PREFIX,
  schemas: expenseEventSchemas,
  initial: initialState,
  decide,
  evolve,
  allows: allowsExpense,
  isWhole,
};

export const PAYMENT: StreamType<PaymentState, PaymentCommand, PaymentEvent> = {
  noun: 'payment',
  prefix: PAYMENT_PREFIX,
  schemas: paymentEventSchemas,
  initial: initialPayment,
  decide: decidePayment,
  evolve: evolvePayment,
  allows: allowsPayment,
};

export const RUN: StreamType<RunState, RunCommand, RunEvent> = {
  noun: 'payment run',
  prefix: RUN_PREFIX,
  schemas: runEventSchemas,
  initial: initialRun,
  decide: decideRun,
  evolve: evolveRun,
  allows: allowsRun,
};

/** The kinds of streams on which this service decides. */
export const STREAM_KINDS = [EXPENSE, PAYMENT, RUN] as const;

/** The part of an account that claims show; the auth service decides on it. */
export const PERSON: StreamFold<PersonState, AccountEvent> = {
  prefix: ACCOUNT_PREFIX,
  schemas: accountEventSchemas,
  initial: null,
  evolve: evolvePerson,
  allows: () => true,
};

export function toExpenseEvent(event: RecordedEvent): StoredEvent<ExpenseEvent> {
  return toStoredEvent(EXPENSE, event);
}

export function foldExpense(events: readonly RecordedEvent[]): ExpenseState {
  return fold(EXPENSE, events);
}
