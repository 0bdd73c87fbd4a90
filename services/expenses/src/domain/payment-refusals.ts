import {
  OutlayError,
  reportIdOf,
  type AlreadyPaidView,
  type ChangedFigures,
  type ChangedView,
} from '@outlay/contracts';
import type { Decimal } from '@outlay/rules';
import { totalOf, type BatchItem } from './decide-payment.js';
import type { Expense } from './expense.js';
import type { StartedPayment } from './payment.js';
import { reimbursementAmount } from './reimbursement.js';

export interface EarlierPayment {
  readonly id: string;
  readonly payment: StartedPayment;
  readonly payerName: string;
}

/** The expenses that one of the payments has paid, or is going to pay. */
export function alreadyPaidBy(items: readonly BatchItem[], payments: readonly EarlierPayment[]): AlreadyPaidView[] {
  return items.flatMap(({ id, expense }) => {
    const isPaid = expense.status === 'paid';
    const earlier = payments.find(({ id: paymentId, payment }) =>
      isPaid
        ? paymentId === expense.paymentId
        : (payment.status === 'completed' ? payment.paid : payment.expenses).includes(id),
    );
    if (!earlier) return [];
    const { payment, payerName } = earlier;
    return {
      expenseId: expense.claim.expenseId,
      paymentId: earlier.id,
      paidBy: { name: payerName, email: payment.startedBy.email },
      paidAt: isPaid ? expense.paidAt : payment.startedAt,
      reportId: reportIdOf(earlier.id),
    };
  });
}

export function alreadyPaid(expenses: readonly AlreadyPaidView[]): OutlayError {
  const onePerPayment = new Map(expenses.map((expense) => [expense.paymentId, expense])).values();
  const payments = [...onePerPayment].map(({ paymentId, paidBy, paidAt }) => {
    const ids = expenses.filter((expense) => expense.paymentId === paymentId).map(({ expenseId }) => expenseId);
    const at = `${paidAt.slice(0, 10)} at ${paidAt.slice(11, 16)} UTC`;
    return `${ids.join(', ')} by ${paidBy.name} (${paidBy.email}) on ${at}`;
  });
  return new OutlayError('ALREADY_PAID', `Already paid: ${payments.join('; ')}. Nothing was paid now.`, { expenses });
}

export function changedExpense(
  { revision, expense }: BatchItem,
  expected: { readonly revision: number; readonly expense: Expense } | null,
): ChangedView {
  return {
    expenseId: expense.claim.expenseId,
    expected: expected && shown(expected),
    actual: shown({ revision, expense }),
  };
}

export function figuresChanged(
  items: readonly BatchItem[],
  expectedTotal: Decimal | null,
  expenses: readonly ChangedView[],
): OutlayError {
  const total = totalOf(items.filter(({ expense }) => expense.status === 'approved'));
  const currency = items[0]?.expense.claim.reimbursementCurrency ?? '';
  const ids = expenses.map(({ expenseId }) => expenseId);
  const details: ChangedFigures = {
    expectedTotal,
    total,
    currency,
    expenses,
  };
  const changed = ids.length > 0 ? `Changed since you looked: ${ids.join(', ')}. ` : '';
  const instead = expectedTotal === null ? '' : `, not ${expectedTotal} ${currency}`;
  const message = `${changed}The total is ${total} ${currency}${instead}. Nothing was paid.`;
  return new OutlayError('VERSION_CONFLICT', message, details);
}

function shown({ revision, expense }: Pick<BatchItem, 'revision' | 'expense'>): ChangedView['actual'] {
  return { revision, status: expense.status, reimbursementAmount: reimbursementAmount(expense.claim) };
}
