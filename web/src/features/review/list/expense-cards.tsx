import { memo } from 'react';
import * as texts from '#strings/admin-expenses';
import * as expenseTexts from '#strings/expense';
import { formatMoney, formatRate, formatShortDate } from '#expense/format';
import { SavingPill, StatusPill } from '#expense/status-pill';
import { ListCards } from '#ui/list-cards';
import { stay } from '#ui/list-table';
import { AmountCell, DuplicateBadge, OverrideTag, WaitingBadge } from '#panel/expense-cells';
import { useRows, type ExpenseListProps, type Row } from './expense-table';
import { RowActions } from './row-actions';
import { SelectBox } from './select-box';
import { isSelectable } from './use-selection';

const CARD_HEIGHT = 178;

export default function ExpenseCards(props: ExpenseListProps) {
  const { expenses, isPart, onSeen, onOpen } = props;
  const rowOf = useRows(props);
  return (
    <ListCards
      aria-label={texts.table}
      items={expenses}
      isPart={isPart}
      height={CARD_HEIGHT}
      onSeen={onSeen}
      card={(expense) => <ExpenseCard {...rowOf(expense)} onOpen={onOpen} />}
    />
  );
}

const ExpenseCard = memo(function ExpenseCard(props: Row & Pick<ExpenseListProps, 'onOpen'>) {
  const { expense, name, isSaving, marked, mayAct, barredOwner, deciding, onOpen, onSelect } = props;
  return (
    <article
      aria-label={expense.expense_id}
      onClick={({ shiftKey }) => (shiftKey ? onSelect(expense, true) : onOpen(expense))}
      className="flex cursor-pointer flex-col gap-1 rounded-xl border border-line bg-surface p-3.5 text-sm"
    >
      <div className="flex items-center gap-2">
        {mayAct && isSelectable(expense, barredOwner) && (
          <SelectBox selectable expense={expense} checked={marked} onSelect={onSelect} />
        )}
        <span className="min-w-0 flex-1 truncate font-medium">
          <bdi>{name}</bdi>
        </span>
        <WaitingBadge expense={expense} />
        <DuplicateBadge expense={expense} />
        {isSaving ? <SavingPill /> : <StatusPill status={expense.status} />}
      </div>
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-semibold">
          {formatMoney(expense.reimbursement_amount, expense.reimbursement_currency)}
        </span>
        <span className="figures text-right text-muted">
          <AmountCell expense={expense} />
        </span>
      </div>
      <p className="truncate">{expense.justification ?? expenseTexts.unknown}</p>
      <p className="truncate text-xs text-muted">
        {formatShortDate(expense.date)} · {expense.type ?? expenseTexts.unknown} ·{' '}
        {texts.rateOf(formatRate(expense.exchange_rate, expense.amount))}
        {expense.exchange_rate !== null && ` ${expense.currency}/${expense.reimbursement_currency} `}
        {expense.override_exchange_rate !== null && <OverrideTag />}
      </p>
      <div className="flex items-center justify-between gap-2">
        <button type="button" aria-haspopup="dialog" className="figures min-h-9 text-accent underline">
          {expense.expense_id}
        </button>
        <span onClick={stay} className="flex gap-0.5">
          {mayAct && <RowActions expense={expense} barredOwner={barredOwner} {...deciding} />}
        </span>
      </div>
    </article>
  );
});
