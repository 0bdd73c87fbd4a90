import type { ExpenseJson } from '@outlay/contracts';
import { CLASSIFICATION_LABELS, normaliseClassification, paymentReference } from '@outlay/rules';
import type { ReactNode } from 'react';
import { amendedAfterApproval } from '#strings/claim-details';
import * as expenseTexts from '#strings/expense';
import * as texts from '#strings/review';
import { formatInstant, formatMoney, formatRate, formatShortDate } from '#expense/format';
import { formatRateSource } from '#expense/rate-source';
import { StatusPill } from '#expense/status-pill';
import { Why } from '#expense/why/why';
import { cn } from '#lib/cn';
import { OverrideFacts } from './override-facts';
import { ReceiptSays } from './receipt-says';
import { vatShare } from './vat-share';

export function ExpenseFacts({ expense, asOf }: { expense: ExpenseJson; asOf?: string }) {
  const { status, admin_notes, approved_by_email, approved_at, amended_after_approval_by, reimbursement_reason } =
    expense;
  return (
    <section aria-label={texts.details} className="space-y-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm">
        <Fact label={texts.amount}>
          {formatMoney(expense.amount, expense.currency)}
          <ReceiptSays what="amount" expense={expense} />
        </Fact>
        <Fact label={texts.reimbursed}>
          <strong>{formatMoney(expense.reimbursement_amount, expense.reimbursement_currency)}</strong>
        </Fact>
        <Fact label={texts.vat}>
          <Vat expense={expense} />
          <ReceiptSays what="vat" expense={expense} />
        </Fact>
        <Fact label={texts.rate}>
          <Rate expense={expense} />
        </Fact>
        <Fact label={texts.status}>
          <StatusPill status={status} />
        </Fact>
        <Fact label={texts.date}>
          {formatShortDate(expense.date)}
          <ReceiptSays what="date" expense={expense} />
        </Fact>
        <Fact label={texts.type}>{expense.type ?? expenseTexts.unknown}</Fact>
        <Fact label={texts.classification}>{classificationLabel(expense.classification)}</Fact>
        <Fact label={texts.user} wide="phone">
          {expense.user_name}
          <span className="block text-muted">{expense.user_email}</span>
        </Fact>
        <Fact label={texts.expenseId}>{expense.expense_id}</Fact>
        {approved_by_email && (
          <Fact label={texts.approvedBy} wide="phone">
            {approved_by_email}
            <span className="block text-muted">{formatInstant(approved_at)}</span>
            {amended_after_approval_by && (
              <span className="block">{amendedAfterApproval(amended_after_approval_by)}</span>
            )}
          </Fact>
        )}
        <Fact label={texts.submitted}>{formatInstant(expense.submitted_at)}</Fact>
        {expense.paid_at && (
          <Fact label={texts.paid}>
            {formatInstant(expense.paid_at)}
            {expense.payment_id && <span className="block text-muted">{paymentReference(expense.payment_id)}</span>}
          </Fact>
        )}
        <Fact label={texts.justification} wide>
          {expense.justification ?? expenseTexts.unknown}
        </Fact>
        {expense.trip && (
          <Fact label={texts.trip} wide>
            {expense.trip}
          </Fact>
        )}
        {status === 'rejected' && admin_notes && (
          <Fact label={texts.rejectionReason} wide>
            {admin_notes}
          </Fact>
        )}
        {reimbursement_reason && (
          <Fact label={texts.reimbursementReason} wide>
            {reimbursement_reason}
          </Fact>
        )}
      </dl>
      <OverrideFacts expense={expense} />
      <Why expense={expense} asOf={asOf} />
    </section>
  );
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean | 'phone'; children: ReactNode }) {
  return (
    <div className={cn('min-w-0', wide === 'phone' ? 'max-sm:col-span-2' : wide && 'col-span-2')}>
      <dt className="text-muted">{label}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Vat({ expense }: { expense: ExpenseJson }) {
  const share = vatShare(expense);
  if (expense.vat_amount === null) return expenseTexts.unknown;
  return (
    <>
      {formatMoney(expense.vat_amount, expense.currency)}
      {share !== null && <span className="text-muted"> {texts.vatShare(share)}</span>}
    </>
  );
}

function Rate({ expense }: { expense: ExpenseJson }) {
  const { amount, exchange_rate, currency, reimbursement_currency, rate_source, rate_date } = expense;
  const isFetched = expense.override_exchange_rate === null;
  return (
    <>
      {formatRate(exchange_rate, amount)}
      {exchange_rate !== null && (
        <span className="text-muted">
          {' '}
          {currency}/{reimbursement_currency}
        </span>
      )}
      {isFetched && rate_source && currency !== reimbursement_currency && (
        <span className="block text-muted">
          {formatRateSource(rate_source)}, {formatShortDate(rate_date)}
        </span>
      )}
    </>
  );
}

function classificationLabel(classification: string | null): string {
  if (!classification) return expenseTexts.notProvided;
  const known = normaliseClassification(classification);
  return known ? CLASSIFICATION_LABELS[known] : classification;
}
