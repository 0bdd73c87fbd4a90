import type { ExpenseJson } from '@outlay/contracts';
import { CLASSIFICATION_LABELS, normaliseClassification, paymentReference } from '@outlay/rules';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import * as details from '#strings/expense-details';
import * as texts from '#strings/my-expenses';
import { amendedAfterApproval } from '#strings/claim-details';
import * as expenseTexts from '#strings/expense';
import { formatDate, formatInstant, formatMoney, formatRate } from '#expense/format';
import { formatRateSource } from '#expense/rate-source';
import { StatusPill } from '#expense/status-pill';
import { Why } from '#expense/why/why';
import { Notice } from '#ui/notice';

export function DetailFields({ expense }: { expense: ExpenseJson }) {
  const classification = expense.classification && normaliseClassification(expense.classification);
  return (
    <>
      {expense.status === 'rejected' && (
        <Notice tone="error">
          <p className="font-semibold">{details.rejectionReason}</p>
          <p className="whitespace-pre-line">{expense.admin_notes ?? details.noReason}</p>
        </Notice>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm">
        <Fact name={details.expenseId}>
          <span className="font-mono text-xs wrap-anywhere">{expense.expense_id}</span>
        </Fact>
        <Fact name={texts.status}>
          <StatusPill status={expense.status} />
        </Fact>
        <Fact name={texts.date}>{formatDate(expense.date)}</Fact>
        <Fact name={texts.category}>{expense.type ?? expenseTexts.unknown}</Fact>
        <Fact name={texts.description} wide>
          <span className="whitespace-pre-line">{expense.justification ?? expenseTexts.unknown}</span>
        </Fact>
        {expense.trip && (
          <Fact name={details.trip} wide>
            <Link
              to="/my-expenses"
              search={{ trip: expense.trip }}
              className="underline decoration-line-strong underline-offset-3"
            >
              <bdi>{expense.trip}</bdi>
            </Link>
          </Fact>
        )}
        <Fact name={details.originalAmount}>{formatMoney(expense.amount, expense.currency)}</Fact>
        <Fact name={details.reimbursementAmount}>
          <Reimbursement expense={expense} />
        </Fact>
        <Fact name={details.classification}>
          {classification ? CLASSIFICATION_LABELS[classification] : expenseTexts.notProvided}
        </Fact>
        {expense.vat_amount !== null && (
          <Fact name={details.detailsVat}>{formatMoney(expense.vat_amount, expense.currency)}</Fact>
        )}
        <Fact name={texts.submitted}>{formatInstant(expense.submitted_at)}</Fact>
        {expense.approved_at && (
          <Fact name={texts.approved}>
            {formatInstant(expense.approved_at)}
            {expense.approved_by_email && <Small>{details.approvedBy(expense.approved_by_email)}</Small>}
            {expense.amended_after_approval_by && (
              <Small>{amendedAfterApproval(expense.amended_after_approval_by)}</Small>
            )}
          </Fact>
        )}
        {expense.paid_at && (
          <Fact name={texts.paid}>
            {formatInstant(expense.paid_at)}
            {expense.payment_id && <Small>{paymentReference(expense.payment_id)}</Small>}
          </Fact>
        )}
      </dl>
      <Why expense={expense} />
    </>
  );
}

function Reimbursement({ expense }: { expense: ExpenseJson }) {
  const { amount, exchange_rate } = expense;
  if (expense.reimbursement_amount === null) return <>{expenseTexts.notAvailable}</>;
  const isOverridden = expense.override_exchange_rate !== null;
  const fetched = fetchedRate(expense);
  return (
    <>
      <span className="font-semibold">{formatMoney(expense.reimbursement_amount, expense.reimbursement_currency)}</span>
      <Small>{isOverridden ? texts.rate(formatRate(exchange_rate, amount)) : texts.rate(fetched)}</Small>
      {isOverridden && <Small>{details.overridden(fetched, expense.override_reason ?? '')}</Small>}
      {expense.reimbursement_reason && <Small>{details.setByAdmin(expense.reimbursement_reason)}</Small>}
    </>
  );
}

function fetchedRate({ amount, fetched_exchange_rate, rate_date, rate_source }: ExpenseJson): string {
  const rate = formatRate(fetched_exchange_rate, amount);
  return rate_date && rate_source ? details.rateFrom(rate, formatRateSource(rate_source), formatDate(rate_date)) : rate;
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
