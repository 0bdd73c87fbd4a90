import type { PaymentEvent } from '@outlay/contracts';

type Started = Extract<PaymentEvent, { type: 'PaymentStarted' }>['data'];
type Completed = Extract<PaymentEvent, { type: 'PaymentCompleted' }>['data'];

export type PaymentFact = PaymentEvent & { readonly at: string };
export type PaymentState =
  | { readonly status: 'none' }
  | ({ readonly status: 'started'; readonly startedAt: string } & Started)
  | ({ readonly status: 'completed'; readonly startedAt: string; readonly completedAt: string } & Started & Completed);

export function evolvePayment(state: PaymentState, fact: PaymentFact): PaymentState {
  switch (fact.type) {
    case 'PaymentStarted':
      return { status: 'started', startedAt: fact.at, ...fact.data };
    case 'PaymentCompleted':
      return state.status === 'none' ? state : { ...state, status: 'completed', completedAt: fact.at, ...fact.data };
    default:
      return fact satisfies never;
  }
}
