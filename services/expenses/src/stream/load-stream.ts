import type { ExpenseEvent, PaymentEvent } from '@outlay/contracts';
import { eventHash, type EventStore, type RecordedEvent } from '@outlay/event-store';
import type { ExpenseCommand } from '../domain/commands.js';
import { decidePayment, type PaymentCommand } from '../domain/decide-payment.js';
import { decide } from '../domain/decide.js';
import { evolve } from '../domain/evolve.js';
import { initialState, type ExpenseState } from '../domain/expense.js';
import { evolvePayment, initialPayment, type PaymentState } from '../domain/payment.js';
import { EXPENSE_PREFIX, PAYMENT_PREFIX, toExpenseEvent, toPaymentEvent } from './stored-events.js';

export interface StreamFold<State> {
  readonly prefix: string;
  readonly initial: State;
  readonly evolve: (state: State, event: RecordedEvent) => State;
}

export interface StreamType<State, Command, Event> extends StreamFold<State> {
  readonly noun: string;
  readonly decide: (command: Command, state: State, revision: number) => readonly Event[];
}

export const EXPENSE: StreamType<ExpenseState, ExpenseCommand, ExpenseEvent> = {
  noun: 'expense',
  prefix: EXPENSE_PREFIX,
  initial: initialState,
  decide,
  evolve: (state, event) => evolve(state, toExpenseEvent(event)),
};

export const PAYMENT: StreamType<PaymentState, PaymentCommand, PaymentEvent> = {
  noun: 'payment',
  prefix: PAYMENT_PREFIX,
  initial: initialPayment,
  decide: decidePayment,
  evolve: (state, event) => evolvePayment(state, toPaymentEvent(event)),
};

export interface LoadedStream<State> {
  readonly id: string;
  readonly state: State;
  readonly revision: number;
  readonly headHash: string | null;
}

export type LoadedExpense = LoadedStream<ExpenseState>;

export async function loadStream<State>(
  type: StreamFold<State>,
  events: EventStore,
  id: string,
): Promise<LoadedStream<State>> {
  const empty = { id, state: type.initial, revision: -1, headHash: null };
  return advance(type, empty, await events.readStream(type.prefix + id));
}

export function advance<State>(
  type: StreamFold<State>,
  loaded: LoadedStream<State>,
  events: readonly RecordedEvent[],
): LoadedStream<State> {
  const last = events.at(-1);
  if (!last) return loaded;
  const state = events.reduce(type.evolve, loaded.state);
  return { id: loaded.id, state, revision: last.revision, headHash: eventHash(last) };
}
