import type { PaymentEvent, ReportMade } from '@outlay/contracts';
import type { Expense } from './expense.js';

type Started = Extract<PaymentEvent, { type: 'PaymentStarted' }>['data'];
type Completed = Extract<PaymentEvent, { type: 'PaymentCompleted' }>['data'];

export type StoredPaymentEvent = PaymentEvent & {
  readonly at: string;
  readonly actor: { readonly id: string; readonly email: string };
};
interface Start {
  readonly startedAt: string;
  /** The payment belongs to the actor of its first event, also if others asked for the same at that moment. */
  readonly startedBy: StoredPaymentEvent['actor'];
}
interface Completion {
  readonly status: 'completed';
  readonly completedAt: string;
  /** The latest one; null before it is made. */
  readonly report: ReportMade | null;
}
export type CompletedPayment = Completion & Start & Started & Completed;
export type StartedPayment = ({ readonly status: 'started' } & Start & Started) | CompletedPayment;
export type PaymentState = { readonly status: 'none' } | StartedPayment;

export function isPaidBy(expense: Expense, paymentId: string): boolean {
  return expense.status === 'paid' && expense.paymentId === paymentId;
}

/** The expenses with the revisions that the payment was decided on. */
export function checkedExpenses({
  expenses,
  revisions,
}: Started): { readonly id: string; readonly revision: number }[] {
  return expenses.map((id, index) => ({ id, revision: revisions[index] ?? -1 }));
}

export const initialPayment: PaymentState = { status: 'none' };

/** Whether `decidePayment` could have made the event from the state. */
export function allowsPayment(state: PaymentState, event: StoredPaymentEvent): boolean {
  if (state.status !== BEFORE[event.type]) return false;
  return event.type !== 'ReportMade' || !hasReport(state, event.data);
}

/** Whether it is the payment's latest report. */
export function hasReport(
  state: PaymentState,
  { filename, previewSha256, spreadsheet, receiptsZip }: ReportMade,
): boolean {
  if (state.status !== 'completed' || state.report === null) return false;
  const { report } = state;
  return (
    filename === report.filename &&
    previewSha256 === report.previewSha256 &&
    spreadsheet.sha256 === report.spreadsheet.sha256 &&
    receiptsZip.sha256 === report.receiptsZip.sha256
  );
}

const BEFORE = {
  PaymentStarted: 'none',
  PaymentCompleted: 'started',
  ReportMade: 'completed',
} as const satisfies Record<PaymentEvent['type'], PaymentState['status']>;

export function evolvePayment(state: PaymentState, event: StoredPaymentEvent): PaymentState {
  switch (event.type) {
    case 'PaymentStarted':
      return {
        status: 'started',
        startedAt: event.at,
        startedBy: { id: event.actor.id, email: event.actor.email },
        ...event.data,
      };
    case 'PaymentCompleted':
      if (state.status === 'none') return state;
      return { ...state, status: 'completed', completedAt: event.at, report: null, ...event.data };
    case 'ReportMade':
      return state.status === 'completed' ? { ...state, report: event.data } : state;
    default:
      return event satisfies never;
  }
}
