import { OutlayError, type PaymentEvent } from '@outlay/contracts';
import { addDecimals, roundHalfUp, type Decimal } from '@outlay/rules';
import type { DecidingActor } from './commands.js';
import type { Expense } from './expense.js';
import type { CompletedPayment, PaymentState } from './payment.js';
import { requireNotOwn } from './refusals.js';
import { reimbursementAmount } from './reimbursement.js';

type DataOf<T extends PaymentEvent['type']> = Extract<PaymentEvent, { type: T }>['data'];

export type PaymentCommand =
  | { readonly type: 'Start'; readonly batch: DataOf<'PaymentStarted'> }
  | { readonly type: 'Complete'; readonly paid: readonly string[]; readonly skipped: readonly string[] };

export interface BatchItem {
  readonly id: string;
  readonly expense: Expense;
}

export function decidePayment(command: PaymentCommand, state: PaymentState): readonly PaymentEvent[] {
  switch (command.type) {
    case 'Start':
      return state.status === 'none' ? [{ type: 'PaymentStarted', data: command.batch }] : [];
    case 'Complete': {
      if (requireStarted(state).status === 'completed') return [];
      const { paid, skipped } = command;
      return [{ type: 'PaymentCompleted', data: { paid: [...paid], skipped: [...skipped] } }];
    }
    default:
      return command satisfies never;
  }
}

export function requireStarted(state: PaymentState): Exclude<PaymentState, { status: 'none' }> {
  if (state.status === 'none') throw new OutlayError('NOT_FOUND', 'Payment not found');
  return state;
}

export function requireCompleted(state: PaymentState): CompletedPayment {
  if (state.status !== 'completed') throw new OutlayError('NOT_FOUND', 'Payment not found');
  return state;
}

export function startPayment(
  items: readonly BatchItem[],
  inputs: { readonly actor: Pick<DecidingActor, 'id'>; readonly onlySuperAdmin: boolean },
): PaymentCommand {
  const first = requirePayable(items);
  for (const { expense } of items) requireNotOwn(expense, inputs);
  const { owner: user, reimbursementCurrency: currency } = first.claim;
  return { type: 'Start', batch: { user, currency, expenses: items.map(({ id }) => id) } };
}

export function earlierPaymentOf(items: readonly BatchItem[]): string | null {
  const ids = new Set(items.map(({ expense }) => (expense.status === 'paid' ? expense.paymentId : null)));
  const [paymentId = null] = ids;
  return ids.size === 1 ? paymentId : null;
}

export function totalOf(items: readonly BatchItem[]): Decimal {
  return roundHalfUp(addDecimals(items.map(({ expense }) => reimbursementAmount(expense.claim) ?? '0')), 2);
}

function requirePayable(items: readonly BatchItem[]): Expense {
  const [first] = items;
  if (!first) throw new OutlayError('INVALID_INPUT', 'Select a user with approved expenses first');
  const refuseIf = (offends: (expense: Expense) => boolean, message: string) => {
    const ids = items.filter(({ expense }) => offends(expense)).map(({ expense }) => expense.claim.expenseId);
    if (ids.length > 0) throw new OutlayError('CONFLICT', `${message}: ${ids.join(', ')}`, { expense_ids: ids });
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
