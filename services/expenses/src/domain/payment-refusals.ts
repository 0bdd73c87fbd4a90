import {
  OutlayError,
  reportIdOf,
  type AlreadyPaidDetails,
  type AlreadyPaidExpense,
  type ChangedDetails,
  type ChangedExpense,
} from '@outlay/contracts';
import { toNumber, type Decimal } from '@outlay/rules';
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
export function alreadyPaidBy(items: readonly BatchItem[], payments: readonly EarlierPayment[]): AlreadyPaidExpense[] {
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
      expense_id: expense.claim.expenseId,
      payment_id: earlier.id,
      paid_by: { name: payerName, email: payment.startedBy.email },
      paid_at: isPaid ? expense.paidAt : payment.startedAt,
      report_id: reportIdOf(earlier.id),
    };
  });
}

export function alreadyPaid(expenses: readonly AlreadyPaidExpense[]): OutlayError {
  const onePerPayment = new Map(expenses.map((expense) => [expense.payment_id, expense])).values();
  const payments = [...onePerPayment].map(({ payment_id, paid_by, paid_at }) => {
    const ids = expenses.filter((expense) => expense.payment_id === payment_id).map(({ expense_id }) => expense_id);
    const at = `${paid_at.slice(0, 10)} at ${paid_at.slice(11, 16)} UTC`;
    return `${ids.join(', ')} by ${paid_by.name} (${paid_by.email}) on ${at}`;
  });
  const details: AlreadyPaidDetails = { expenses };
  return new OutlayError('ALREADY_PAID', `Already paid: ${payments.join('; ')}. Nothing was paid now.`, details);
}

export function changedExpense(
  { revision, expense }: BatchItem,
  expected: { readonly revision: number; readonly expense: Expense } | null,
): ChangedExpense {
  return {
    expense_id: expense.claim.expenseId,
    expected: expected && shown(expected),
    actual: shown({ revision, expense }),
  };
}

export function figuresChanged(
  items: readonly BatchItem[],
  expectedTotal: Decimal | null,
  expenses: readonly ChangedExpense[],
): OutlayError {
  const total = totalOf(items.filter(({ expense }) => expense.status === 'approved'));
  const currency = items[0]?.expense.claim.reimbursementCurrency ?? '';
  const ids = expenses.map(({ expense_id }) => expense_id);
  const details: ChangedDetails = {
    expected_total: expectedTotal === null ? null : toNumber(expectedTotal),
    total: toNumber(total),
    currency,
    expenses,
  };
  const changed = ids.length > 0 ? `Changed since you looked: ${ids.join(', ')}. ` : '';
  const instead = expectedTotal === null ? '' : `, not ${expectedTotal} ${currency}`;
  const message = `${changed}The total is ${total} ${currency}${instead}. Nothing was paid.`;
  return new OutlayError('VERSION_CONFLICT', message, details);
}

function shown({ revision, expense }: Pick<BatchItem, 'revision' | 'expense'>): ChangedExpense['actual'] {
  const amount = reimbursementAmount(expense.claim);
  return { revision, status: expense.status, reimbursement_amount: amount === null ? null : toNumber(amount) };
}
