import type { PaymentEvent } from '@outlay/contracts';

type Started = Extract<PaymentEvent, { type: 'PaymentStarted' }>['data'];
type Completed = Extract<PaymentEvent, { type: 'PaymentCompleted' }>['data'];

export type StoredPaymentEvent = PaymentEvent & { readonly at: string };
export type CompletedPayment = {
  readonly status: 'completed';
  readonly startedAt: string;
  readonly completedAt: string;
} & Started &
  Completed;
export type PaymentState =
  | { readonly status: 'none' }
  | ({ readonly status: 'started'; readonly startedAt: string } & Started)
  | CompletedPayment;

export const initialPayment: PaymentState = { status: 'none' };

export function evolvePayment(state: PaymentState, event: StoredPaymentEvent): PaymentState {
  switch (event.type) {
    case 'PaymentStarted':
      return { status: 'started', startedAt: event.at, ...event.data };
    case 'PaymentCompleted':
      return state.status === 'none' ? state : { ...state, status: 'completed', completedAt: event.at, ...event.data };
    default:
      return event satisfies never;
  }
}
