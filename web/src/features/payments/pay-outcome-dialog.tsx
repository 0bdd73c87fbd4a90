import type { AlreadyPaidExpense, ChangedDetails, ChangedExpense, ExpenseJson } from '@outlay/contracts';
import { Link } from '@tanstack/react-router';
import { Glyph } from '#ui/glyph';
import type { ReactNode } from 'react';
import * as texts from '#strings/payments';
import * as ui from '#strings/ui';
import { formatInstant, formatMoney } from '#expense/format';
import { STATUS_LOOK } from '#expense/status-pill';
import { Button, buttonClass } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Notice } from '#ui/notice';
import { presentTotals } from '#panel/totals';
import { paidAmong, type PayOutcome } from './pay-outcome';

export interface PayOutcomeDialogProps {
  outcome: PayOutcome;
  shown: readonly ExpenseJson[];
  onLookAgain: (() => void) | null;
  onClose: () => void;
}

export function PayOutcomeDialog({ outcome, shown, onLookAgain, onClose }: PayOutcomeDialogProps) {
  const { kind, alreadyPaid, changed, totals } = outcome;
  const paid = paidAmong(shown, outcome);
  const currency = shown[0]?.reimbursement_currency ?? '';
  return (
    <Dialog
      open
      isForm
      title={texts.outcome[kind]}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.close}</Button>
          {onLookAgain && (
            <Button variant="primary" onClick={onLookAgain}>
              {texts.lookAgain}
            </Button>
          )}
        </>
      }
    >
      {kind === 'in-part' ? (
        <Notice tone="warning">{texts.transferOnly(paid.length, shown.length, presentTotals(paid).join(', '))}</Notice>
      ) : (
        <Notice tone="error">{kind === 'already-paid' ? texts.doNotTransfer : texts.nothingPaid}</Notice>
      )}
      {[...new Set(alreadyPaid.map(({ payment_id }) => payment_id))].map((id) => (
        <EarlierPayment key={id} expenses={alreadyPaid.filter(({ payment_id }) => payment_id === id)} />
      ))}
      {totals && <Totals {...totals} />}
      {changed.map((expense) => (
        <Change key={expense.expense_id} label={expense.expense_id} {...figuresOf(expense, currency)} />
      ))}
    </Dialog>
  );
}

function EarlierPayment({ expenses }: { expenses: readonly AlreadyPaidExpense[] }) {
  const [first] = expenses;
  if (!first) return null;
  const { paid_by, paid_at, report_id } = first;
  return (
    <section className="mt-4 text-sm">
      <h3 className="font-medium wrap-anywhere">{texts.paidBy(paid_by.name, paid_by.email)}</h3>
      <p className="text-muted">{formatInstant(paid_at)}</p>
      <ul className="mt-1 flex flex-wrap gap-x-3">
        {expenses.map(({ expense_id }) => (
          <li key={expense_id} className="whitespace-nowrap">
            {expense_id}
          </li>
        ))}
      </ul>
      <Link to="/admin" search={{ tab: 'reports', report: report_id }} className={buttonClass({ variant: 'link' })}>
        {texts.openReport}
      </Link>
    </section>
  );
}

function Totals({ expected_total, total, currency }: ChangedDetails) {
  return (
    <Change
      label={texts.total}
      before={formatMoney(expected_total, currency)}
      after={<strong>{formatMoney(total, currency)}</strong>}
    />
  );
}

function figuresOf({ expected, actual }: ChangedExpense, currency: string) {
  const amountOf = (shown: ChangedExpense['expected']) => formatMoney(shown?.reimbursement_amount, currency);
  const status = actual.status === 'approved' ? '' : `, ${STATUS_LOOK[actual.status].label}`;
  return { before: amountOf(expected), after: amountOf(actual) + status };
}

function Change({ label, before, after }: { label: string; before: string; after: ReactNode }) {
  return (
    <dl className="mt-4 text-sm">
      <dt className="text-muted">{label}</dt>
      <dd className="figures flex flex-wrap items-center gap-2">
        <span className="sr-only">{texts.before}</span>
        <s className="text-muted">{before}</s>
        <Glyph name="arrow-right" className="size-4" />
        <span className="sr-only">{texts.now}</span>
        <span>{after}</span>
      </dd>
    </dl>
  );
}
