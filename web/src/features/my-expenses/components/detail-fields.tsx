import type { ExpenseJson } from '@outlay/contracts';
import { CLASSIFICATION_LABELS, normaliseClassification } from '@outlay/rules';
import type { ReactNode } from 'react';
import { formatDate, formatInstant, formatMoney, formatRate, formatRateSource } from '../../../expense/format';
import { StatusPill } from '../../../expense/status-pill';
import { Notice } from '../../../ui/notice';

/** Everything an expense says, and how its reimbursement came about. */
export function DetailFields({ expense }: { expense: ExpenseJson }) {
  const classification = expense.classification && normaliseClassification(expense.classification);
  return (
    <>
      {expense.status === 'rejected' && (
        <Notice tone="error">
          <p className="font-semibold">Rejection Reason</p>
          <p className="whitespace-pre-line">{expense.admin_notes ?? 'None was given.'}</p>
        </Notice>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm">
        <Fact name="Expense ID">
          <span className="font-mono text-xs wrap-anywhere">{expense.expense_id}</span>
        </Fact>
        <Fact name="Status">
          <StatusPill status={expense.status} />
        </Fact>
        <Fact name="Date">{formatDate(expense.date)}</Fact>
        <Fact name="Category">{expense.type ?? '–'}</Fact>
        <Fact name="Description" wide>
          <span className="whitespace-pre-line">{expense.justification ?? '–'}</span>
        </Fact>
        <Fact name="Original Amount">{formatMoney(expense.amount, expense.currency)}</Fact>
        <Fact name="Reimbursement Amount">
          <Reimbursement expense={expense} />
        </Fact>
        <Fact name="Classification">{classification ? CLASSIFICATION_LABELS[classification] : 'Not provided'}</Fact>
        {expense.vat_amount !== null && <Fact name="VAT">{formatMoney(expense.vat_amount, expense.currency)}</Fact>}
        <Fact name="Submitted">{formatInstant(expense.submitted_at)}</Fact>
        {expense.approved_at && (
          <Fact name="Approved">
            {formatInstant(expense.approved_at)}
            {expense.approved_by_email && <Small>by {expense.approved_by_email}</Small>}
          </Fact>
        )}
        {expense.paid_at && <Fact name="Paid">{formatInstant(expense.paid_at)}</Fact>}
      </dl>
    </>
  );
}

function Reimbursement({ expense }: { expense: ExpenseJson }) {
  if (expense.reimbursement_amount === null) return <>N/A</>;
  return (
    <>
      <span className="font-semibold">{formatMoney(expense.reimbursement_amount, expense.reimbursement_currency)}</span>
      <Small>
        Rate: {formatRate(expense.exchange_rate)}
        {expense.rate_date &&
          expense.rate_source &&
          ` (${formatRateSource(expense.rate_source)}, ${formatDate(expense.rate_date)})`}
      </Small>
      {expense.override_exchange_rate !== null && (
        <Small>
          Overridden from {formatRate(expense.fetched_exchange_rate)}: {expense.override_reason}
        </Small>
      )}
      {expense.reimbursement_reason && <Small>Set by an admin: {expense.reimbursement_reason}</Small>}
    </>
  );
}

function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'col-span-2' : undefined}>
      <dt className="text-muted">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <span className="mt-0.5 block text-xs text-muted">{children}</span>;
}
