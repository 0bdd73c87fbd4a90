import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/admin-expenses';
import * as expenseTexts from '#strings/expense';
import { formatMoney, formatRate, formatShortDate } from '#expense/format';
import { SavingPill, StatusPill } from '#expense/status-pill';
import { ListCards } from '#ui/list-cards';
import { stay } from '#ui/list-table';
import { useMayAct } from '#panel/use-may-act';
import { AmountCell, DuplicateBadge, OverrideTag, WaitingBadge } from '#panel/expense-cells';
import type { ExpenseListProps } from './expense-table';
import { RowActions } from './row-actions';
import { SelectBox } from './select-box';
import { isSelectable } from './use-selection';
import { useShortNames } from './use-short-names';

const CARD_HEIGHT = 178;

export default function ExpenseCards({ expenses, isPart, onSeen, ...actions }: ExpenseListProps) {
  const nameOf = useShortNames();
  return (
    <ListCards
      aria-label={texts.table}
      items={expenses}
      isPart={isPart}
      height={CARD_HEIGHT}
      onSeen={onSeen}
      card={(expense) => <ExpenseCard expense={expense} name={nameOf(expense)} {...actions} />}
    />
  );
}

type ExpenseCardProps = Pick<
  ExpenseListProps,
  'selectedIds' | 'barredOwner' | 'saving' | 'deciding' | 'onOpen' | 'onSelect'
> & {
  expense: ExpenseJson;
  name: string;
};

function ExpenseCard({
  expense,
  name,
  selectedIds,
  barredOwner,
  saving,
  deciding,
  onOpen,
  onSelect,
}: ExpenseCardProps) {
  const mayAct = useMayAct();
  return (
    <article
      aria-label={expense.expense_id}
      onClick={({ shiftKey }) => (shiftKey ? onSelect(expense, true) : onOpen(expense))}
      className="flex cursor-pointer flex-col gap-1 rounded-xl border border-line bg-surface p-3.5 text-sm"
    >
      <div className="flex items-center gap-2">
        {mayAct && isSelectable(expense, barredOwner) && (
          <SelectBox selectable expense={expense} checked={selectedIds.has(expense.id)} onSelect={onSelect} />
        )}
        <span className="min-w-0 flex-1 truncate font-medium">
          <bdi>{name}</bdi>
        </span>
        <WaitingBadge expense={expense} />
        <DuplicateBadge expense={expense} />
        {saving.some(({ id }) => id === expense.id) ? <SavingPill /> : <StatusPill status={expense.status} />}
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
}
