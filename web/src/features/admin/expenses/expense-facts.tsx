import type { ExpenseJson } from '@outlay/contracts';
import { CLASSIFICATION_LABELS, normaliseClassification } from '@outlay/rules';
import type { ReactNode } from 'react';
import { formatInstant, formatMoney, formatRate, formatRateSource, formatShortDate } from '../../../expense/format';
import { StatusPill } from '../../../expense/status-pill';
import { OverrideFacts } from './override-facts';
import { vatShare } from './vat-share';

export function ExpenseFacts({ expense }: { expense: ExpenseJson }) {
  const { status, admin_notes, approved_by_email, approved_at, reimbursement_reason } = expense;
  return (
    <section aria-label="Details" className="space-y-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm">
        <Fact label="Amount">{formatMoney(expense.amount, expense.currency)}</Fact>
        <Fact label="Reimbursed amount">
          <strong>{formatMoney(expense.reimbursement_amount, expense.reimbursement_currency)}</strong>
        </Fact>
        <Fact label="VAT">
          <Vat expense={expense} />
        </Fact>
        <Fact label="Exchange rate">
          <Rate expense={expense} />
        </Fact>
        <Fact label="Status">
          <StatusPill status={status} />
        </Fact>
        <Fact label="Date">{formatShortDate(expense.date)}</Fact>
        <Fact label="Type">{expense.type ?? '–'}</Fact>
        <Fact label="Classification">{classificationLabel(expense.classification)}</Fact>
        <Fact label="User">
          {expense.user_name}
          <span className="block text-muted">{expense.user_email}</span>
        </Fact>
        <Fact label="Expense ID">{expense.expense_id}</Fact>
        {approved_by_email && (
          <Fact label="Approved by">
            {approved_by_email}
            <span className="block text-muted">{formatInstant(approved_at)}</span>
          </Fact>
        )}
        <Fact label="Submitted">{formatInstant(expense.submitted_at)}</Fact>
        {expense.paid_at && <Fact label="Paid">{formatInstant(expense.paid_at)}</Fact>}
        <Fact label="Justification" wide>
          {expense.justification ?? '–'}
        </Fact>
        {status === 'rejected' && admin_notes && (
          <Fact label="Rejection reason" wide>
            {admin_notes}
          </Fact>
        )}
        {reimbursement_reason && (
          <Fact label="Reimbursement set by hand" wide>
            {reimbursement_reason}
          </Fact>
        )}
      </dl>
      <OverrideFacts expense={expense} />
    </section>
  );
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'col-span-2' : 'min-w-0'}>
      <dt className="text-muted">{label}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Vat({ expense }: { expense: ExpenseJson }) {
  const share = vatShare(expense);
  if (expense.vat_amount === null) return '–';
  return (
    <>
      {formatMoney(expense.vat_amount, expense.currency)}
      {share !== null && <span className="text-muted"> ({share}% of the total in EUR)</span>}
    </>
  );
}

/** The rate, the pair it is of, and where and when it was found. */
function Rate({ expense }: { expense: ExpenseJson }) {
  const { exchange_rate, currency, reimbursement_currency, rate_source, rate_date } = expense;
  return (
    <>
      {formatRate(exchange_rate)}
      {exchange_rate !== null && (
        <span className="text-muted">
          {' '}
          {currency}/{reimbursement_currency}
        </span>
      )}
      {rate_source && currency !== reimbursement_currency && (
        <span className="block text-muted">
          {formatRateSource(rate_source)}, {formatShortDate(rate_date)}
        </span>
      )}
    </>
  );
}

function classificationLabel(classification: string | null): string {
  if (!classification) return 'Not provided';
  const known = normaliseClassification(classification);
  return known ? CLASSIFICATION_LABELS[known] : classification;
}
