import type { ExpenseJson } from '@outlay/contracts';
import { shortened } from '@outlay/rules';
import * as expenseTexts from '#strings/expense';
import * as texts from '#strings/my-expenses';
import { formatMoney, formatRate } from '#expense/format';
import { isWaiting } from '#expense/waiting';

export function OriginalAmount({ expense }: { expense: ExpenseJson }) {
  const { amount, currency, vat_amount } = expense;
  return (
    <>
      {formatMoney(amount, currency)}
      {vat_amount !== null && vat_amount > 0 && (
        <span className="block text-xs text-muted">{texts.vat(formatMoney(vat_amount))}</span>
      )}
    </>
  );
}

export function ConvertedAmount({ expense }: { expense: ExpenseJson }) {
  const { amount, reimbursement_amount, reimbursement_currency, exchange_rate } = expense;
  if (reimbursement_amount === null) return <>{expenseTexts.notAvailable}</>;
  return (
    <>
      <span className="font-medium">{formatMoney(reimbursement_amount, reimbursement_currency)}</span>
      <span className="block text-xs text-muted">{texts.rate(formatRate(exchange_rate, amount))}</span>
    </>
  );
}

/** Whether a super admin has written something that its owner should read. */
export function hasNote(expense: ExpenseJson): boolean {
  return isWaiting(expense) || hasRejectionNote(expense);
}

function hasRejectionNote({ status, admin_notes }: ExpenseJson): boolean {
  return status === 'rejected' && Boolean(admin_notes);
}

/** An open question, or the rejection reason, cut to the given length; the details show all of it. */
export function AdminNote({ expense, length }: { expense: ExpenseJson; length: 50 | 80 }) {
  const { question } = expense;
  if (question && isWaiting(expense))
    return (
      <span className="block truncate text-xs font-medium text-submitted" title={question.text}>
        {expenseTexts.questionFrom(question.asked_by_email)}
      </span>
    );
  const note = expense.admin_notes ?? '';
  if (!hasRejectionNote(expense)) return null;
  return (
    <span className="line-clamp-2 text-xs text-rejected" title={note}>
      <bdi>{shortened(note, length)}</bdi>
    </span>
  );
}
