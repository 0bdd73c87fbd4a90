import type { PaymentEvent } from '@outlay/contracts';

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
export type CompletedPayment = { readonly status: 'completed'; readonly completedAt: string } & Start &
  Started &
  Completed;
export type StartedPayment = ({ readonly status: 'started' } & Start & Started) | CompletedPayment;
export type PaymentState = { readonly status: 'none' } | StartedPayment;

export const initialPayment: PaymentState = { status: 'none' };

/** Whether `decidePayment` could have made the event from the state. */
export function allowsPayment({ status }: PaymentState, { type }: StoredPaymentEvent): boolean {
  return status === BEFORE[type];
}

const BEFORE = { PaymentStarted: 'none', PaymentCompleted: 'started' } as const satisfies Record<
  PaymentEvent['type'],
  PaymentState['status']
>;

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
      return state.status === 'none' ? state : { ...state, status: 'completed', completedAt: event.at, ...event.data };
    default:
      return event satisfies never;
  }
}
