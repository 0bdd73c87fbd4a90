import { OutlayError, type PaymentEvent, type ReportMade } from '@outlay/contracts';
import { addDecimals, compareDecimals, roundHalfUp, type Decimal } from '@outlay/rules';
import type { DecidingActor } from './commands.js';
import type { Expense } from './expense.js';
import { hasReport, type CompletedPayment, type PaymentState, type StartedPayment } from './payment.js';
import { requireNotOwn } from './refusals.js';
import { reimbursementAmount } from './reimbursement.js';

type DataOf<T extends PaymentEvent['type']> = Extract<PaymentEvent, { type: T }>['data'];

export type PaymentCommand =
  | { readonly type: 'Start'; readonly batch: DataOf<'PaymentStarted'> }
  | { readonly type: 'Complete'; readonly paid: readonly string[]; readonly skipped: readonly string[] }
  | { readonly type: 'RecordReport'; readonly report: ReportMade };

export interface BatchItem {
  readonly id: string;
  readonly revision: number;
  readonly headHash: string | null;
  readonly expense: Expense;
}

/** A request to pay, as far as it decides whether it repeats an earlier one. */
export interface PaymentRequest {
  readonly actorId: string;
  /** Derived from the Idempotency-Key; null without one. */
  readonly requestId: string | null;
  readonly expenses: readonly string[];
  readonly at: Date;
}

export interface ShownRevision {
  readonly id: string;
  readonly revision: number;
  /** The hash of its last event, if the request names it. */
  readonly head?: string | null;
}

/** The total and revisions that the payer was shown. */
export interface ShownFigures {
  readonly total: Decimal | null;
  readonly revisions: readonly ShownRevision[];
}

const UNKEYED_REPETITION_MS = 10 * 60_000;

export function decidePayment(command: PaymentCommand, state: PaymentState): readonly PaymentEvent[] {
  switch (command.type) {
    case 'Start':
      return state.status === 'none' ? [{ type: 'PaymentStarted', data: command.batch }] : [];
    case 'Complete': {
      if (requireStarted(state).status === 'completed') return [];
      const { paid, skipped } = command;
      return [{ type: 'PaymentCompleted', data: { paid: [...paid], skipped: [...skipped] } }];
    }
    case 'RecordReport':
      return hasReport(requireCompleted(state), command.report) ? [] : [{ type: 'ReportMade', data: command.report }];
    default:
      return command satisfies never;
  }
}

export function requireStarted(state: PaymentState): StartedPayment {
  if (state.status === 'none') throw new OutlayError('NOT_FOUND', 'Payment not found');
  return state;
}

export function requireCompleted(state: PaymentState): CompletedPayment {
  if (state.status !== 'completed') throw new OutlayError('NOT_FOUND', 'Payment not found');
  return state;
}

/** Whether the same person repeats the payment, and so gets its answer again; to others it is an earlier payment. */
export function isRepetition(payment: StartedPayment, request: PaymentRequest): boolean {
  const { startedBy, startedAt, requestId = null, expenses } = payment;
  if (startedBy.id !== request.actorId || requestId !== request.requestId) return false;
  if (!isSameSet(expenses, request.expenses)) return false;
  return requestId !== null || request.at.getTime() - Date.parse(startedAt) <= UNKEYED_REPETITION_MS;
}

export function startPayment(
  items: readonly BatchItem[],
  inputs: {
    readonly actor: Pick<DecidingActor, 'id'>;
    readonly onlySuperAdmin: boolean;
    /** The name today of whose expenses they are: claims keep the one they were sent with. */
    readonly payeeName: string;
    readonly requestId: string | null;
    readonly run?: string | undefined;
  },
): PaymentCommand {
  const first = requirePayable(items);
  for (const { expense } of items) requireNotOwn(expense, inputs);
  const { owner, reimbursementCurrency: currency } = first.claim;
  const { requestId, payeeName, run } = inputs;
  const user = { ...owner, name: payeeName };
  const expenses = items.map(({ id }) => id);
  const revisions = items.map(({ revision }) => revision);
  const batch = { user, currency, expenses, revisions, ...(requestId !== null && { requestId }), ...(run && { run }) };
  return { type: 'Start', batch };
}

/** @throws INVALID_INPUT if a revision is of an expense outside the batch */
export function isAsShown(items: readonly BatchItem[], { total, revisions }: ShownFigures): boolean {
  const present = new Map(items.map((item) => [item.id, item]));
  if (revisions.some(({ id }) => !present.has(id))) {
    const message = 'must name expenses of expense_ids only';
    throw new OutlayError('INVALID_INPUT', `revisions ${message}`, [{ field: 'revisions', message }]);
  }
  if (revisions.some((shown) => !isAt(present.get(shown.id), shown))) return false;
  return total === null || compareDecimals(total, totalOf(items)) === 0;
}

export function isAt(
  item: Pick<BatchItem, 'revision' | 'headHash'> | undefined,
  { revision, head = null }: ShownRevision,
): boolean {
  return item?.revision === revision && (head === null || item.headHash === head);
}

export function paymentIdsOf(items: readonly BatchItem[]): string[] {
  return [...new Set(items.flatMap(({ expense }) => (expense.status === 'paid' ? expense.paymentId : [])))];
}

export function totalOf(items: readonly Pick<BatchItem, 'expense'>[]): Decimal {
  return roundHalfUp(addDecimals(items.map(({ expense }) => reimbursementAmount(expense.claim) ?? '0')), 2);
}

function requirePayable(items: readonly BatchItem[]): Expense {
  const [first] = items;
  if (!first) throw new OutlayError('INVALID_INPUT', 'Select a user with approved expenses first');
  const refuseIf = (offends: (expense: Expense) => boolean, message: string) => {
    const ids = items.filter(({ expense }) => offends(expense)).map(({ expense }) => expense.claim.expenseId);
    if (ids.length > 0) throw new OutlayError('CONFLICT', `${message}: ${ids.join(', ')}`, { expenseIds: ids });
  };
  const { owner, reimbursementCurrency } = first.expense.claim;
  refuseIf(({ status }) => status !== 'approved', 'Only approved expenses can be marked as paid. Not approved');
  refuseIf(
    ({ claim }) => claim.owner.id !== owner.id,
    `All expenses of a payment must belong to one user. Not of ${owner.name}`,
  );
  refuseIf(
    ({ claim }) => claim.reimbursementCurrency !== reimbursementCurrency,
    `All expenses of a payment must be reimbursed in one currency. Not in ${reimbursementCurrency}`,
  );
  return first.expense;
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const members = new Set(a);
  return members.size === new Set(b).size && b.every((id) => members.has(id));
}
