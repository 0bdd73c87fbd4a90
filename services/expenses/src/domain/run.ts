import type { RunEvent, RunView } from '@outlay/contracts';
import { addDecimals } from '@outlay/rules';

type DataOf<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>['data'];
export type OrderedPayment = DataOf<'RunStarted'>['payments'][number];

export type StoredRunEvent = RunEvent & {
  readonly at: string;
  readonly actor: { readonly id: string; readonly email: string };
};

type Made = { readonly kind: 'made'; readonly at: string } & DataOf<'RunPaymentMade'>;
type Refused = { readonly kind: 'refused'; readonly at: string } & DataOf<'RunPaymentRefused'>;

export interface StartedRun extends DataOf<'RunStarted'> {
  readonly status: 'started';
  readonly startedAt: string;
  readonly startedBy: StoredRunEvent['actor'];
  /** The outcome of each payment, in their order; null while it is open. */
  readonly outcomes: readonly (Made | Refused | null)[];
}
export type RunState = { readonly status: 'none' } | StartedRun;

export type RunCommand =
  | { readonly type: 'Start'; readonly run: DataOf<'RunStarted'> }
  | { readonly type: 'RecordMade'; readonly made: DataOf<'RunPaymentMade'> }
  | { readonly type: 'RecordRefused'; readonly refused: DataOf<'RunPaymentRefused'> };

export const initialRun: RunState = { status: 'none' };

export function decideRun(command: RunCommand, state: RunState): readonly RunEvent[] {
  const event = eventOf(command);
  return allowsRun(state, event) ? [event] : [];
}

function eventOf(command: RunCommand): RunEvent {
  switch (command.type) {
    case 'Start':
      return { type: 'RunStarted', data: command.run };
    case 'RecordMade':
      return { type: 'RunPaymentMade', data: command.made };
    case 'RecordRefused':
      return { type: 'RunPaymentRefused', data: command.refused };
  }
}

/** A payment that was made counts even if another instance was refused the same: the money is to be transferred. */
export function allowsRun(state: RunState, { type, data }: RunEvent): boolean {
  if (type === 'RunStarted') return state.status === 'none';
  if (state.status === 'none') return false;
  const outcome = state.outcomes[data.payment];
  return outcome === null || (type === 'RunPaymentMade' && outcome?.kind === 'refused');
}

export function evolveRun(state: RunState, event: StoredRunEvent): RunState {
  const { at } = event;
  switch (event.type) {
    case 'RunStarted': {
      const startedBy = { id: event.actor.id, email: event.actor.email };
      const outcomes = event.data.payments.map(() => null);
      return { status: 'started', startedAt: at, startedBy, outcomes, ...event.data };
    }
    case 'RunPaymentMade':
      return withOutcome(state, { kind: 'made', at, ...event.data });
    case 'RunPaymentRefused':
      return withOutcome(state, { kind: 'refused', at, ...event.data });
    default:
      return event satisfies never;
  }
}

function withOutcome(state: RunState, outcome: Made | Refused): RunState {
  if (state.status === 'none') return state;
  return { ...state, outcomes: state.outcomes.map((before, index) => (index === outcome.payment ? outcome : before)) };
}

/** The indexes of the payments that are still to be made. */
export function openPayments(run: StartedRun): number[] {
  return run.outcomes.flatMap((outcome, index) => (outcome === null ? index : []));
}

export function runViewOf(id: string, run: StartedRun): RunView {
  const { reference, startedAt, startedBy } = run;
  const payments = run.payments.map((payment, index) => viewOf(payment, run.outcomes[index] ?? null));
  const count = (state: string) => payments.filter((payment) => payment.state === state).length;
  const counts = { open: count('open'), paid: count('paid'), inPart: count('in_part'), refused: count('refused') };
  const totals = [...new Set(payments.map(({ currency }) => currency))].sort().map((currency) => {
    const own = payments.filter((payment) => payment.currency === currency);
    return {
      currency,
      expectedTotal: addDecimals(own.map(({ expectedTotal }) => expectedTotal)),
      paidTotal: addDecimals(own.map(({ paidTotal }) => paidTotal)),
    };
  });
  return { id, reference, startedAt, startedBy, counts, totals, payments };
}

function viewOf(
  { user, currency, total: expectedTotal, expenses: { length: expenseCount } }: OrderedPayment,
  outcome: StartedRun['outcomes'][number],
): RunView['payments'][number] {
  const ordered = { user, currency, expenseCount, expectedTotal, endedAt: outcome?.at ?? null };
  if (outcome?.kind === 'made') {
    const { paymentId, paid: paidCount, total: paidTotal } = outcome;
    const state = paidCount === expenseCount ? 'paid' : 'in_part';
    return { ...ordered, state, paymentId, paidCount, paidTotal, refusal: null };
  }
  const refusal = outcome && { code: outcome.code, message: outcome.message };
  return { ...ordered, state: outcome ? 'refused' : 'open', paymentId: null, paidCount: 0, paidTotal: '0', refusal };
}
