import type { ExpenseJson } from '@outlay/contracts';
import { memo } from 'react';
import * as expenseTexts from '#strings/expense';
import * as texts from '#strings/admin-expenses';
import { formatMoney, formatShortDate } from '#expense/format';
import { StatusPill } from '#expense/status-pill';
import { cn } from '#lib/cn';
import { IN_SIGHT, ListCell, ListRow, ListTable, stay, type ListColumn } from '#ui/list-table';
import { AmountCell, DuplicateBadge, RateCell, shortName } from './expense-cells';
import { RowActions, type DecisionHandlers } from './row-actions';
import { SelectBox } from './select-box';
import type { ListedExpense } from '#panel/listed-expense';
import { isSelectable } from './use-selection';

export interface ExpenseListProps {
  expenses: readonly ListedExpense[];
  selectedIds: ReadonlySet<string>;
  barredOwner: string | null;
  deciding: DecisionHandlers;
  onOpen: (expense: ExpenseJson) => void;
  /** With Shift, selects the range from the last row. */
  onSelect: (expense: ExpenseJson, withShift: boolean) => void;
}

const COLUMNS: readonly ListColumn<ListedExpense>[] = [
  { name: texts.user },
  { name: texts.date, brief: ({ expense }) => formatShortDate(expense.date) },
  { name: texts.category },
  { name: texts.amount, isFigure: true, brief: ({ expense }) => formatMoney(expense.amount, expense.currency) },
  { name: texts.reimbursement, isFigure: true },
  { name: texts.rate, isFigure: true },
  { name: texts.justification, brief: ({ expense }) => expense.justification },
  { name: texts.status },
  { name: texts.id },
  { name: texts.actions, isInSight: true },
];
const GRID =
  '[--columns:7.25rem_4.75rem_6.75rem_7.5rem_6.5rem_6.25rem_minmax(7rem,1fr)_7rem_8rem_6.75rem] min-w-[68.25rem]';

export const ExpenseTable = memo(function ExpenseTable(props: ExpenseListProps) {
  const { expenses, selectedIds, barredOwner, ...row } = props;
  return (
    <ListTable
      aria-label={texts.table}
      columns={COLUMNS}
      grid={GRID}
      items={expenses}
      row={({ expense }, index) => (
        <Row
          key={expense.id}
          {...row}
          index={index}
          expense={expense}
          selected={selectedIds.has(expense.id)}
          // The barred owner is known after the list, and changes only their own rows.
          barredOwner={expense.user_id === barredOwner ? barredOwner : null}
        />
      )}
    />
  );
});

interface RowProps extends Omit<ExpenseListProps, 'expenses' | 'selectedIds'> {
  index: number;
  selected: boolean;
  expense: ExpenseJson;
}

const Row = memo(function Row({ index, expense, selected, barredOwner, deciding, onOpen, onSelect }: RowProps) {
  return (
    <ListRow
      index={index}
      onClick={({ shiftKey }) => (shiftKey ? onSelect(expense, true) : onOpen(expense))}
      // Prevents text selection on Shift-click.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      className={selected ? 'bg-accent-soft' : 'bg-surface hover:bg-sunken'}
    >
      <ListCell className="flex items-center gap-1 pl-1" title={`${expense.user_name}, ${expense.user_email}`}>
        <SelectBox
          expense={expense}
          selectable={isSelectable(expense, barredOwner)}
          checked={selected}
          onSelect={onSelect}
        />
        <span className="min-w-0 wrap-anywhere">{shortName(expense.user_name)}</span>
      </ListCell>
      <ListCell className="figures">{formatShortDate(expense.date)}</ListCell>
      <ListCell className="truncate">{expense.type ?? expenseTexts.unknown}</ListCell>
      <ListCell className="figures text-right">
        <AmountCell expense={expense} />
      </ListCell>
      <ListCell className="figures text-right font-medium">
        {formatMoney(expense.reimbursement_amount, expense.reimbursement_currency)}
      </ListCell>
      <ListCell className="figures text-right">
        <RateCell expense={expense} />
      </ListCell>
      <ListCell className="line-clamp-2 wrap-anywhere" title={expense.justification ?? undefined}>
        {expense.justification ?? expenseTexts.unknown}
      </ListCell>
      <ListCell className="flex flex-col items-start gap-0.5">
        <StatusPill status={expense.status} />
        <DuplicateBadge expense={expense} />
      </ListCell>
      <ListCell>
        <button
          type="button"
          aria-haspopup="dialog"
          className="figures min-h-6 text-xs text-accent underline-offset-3 hover:underline"
        >
          {expense.expense_id}
        </button>
      </ListCell>
      <ListCell onClick={stay} className={cn('flex h-full cursor-default items-center gap-0.5 px-1', IN_SIGHT)}>
        <RowActions small expense={expense} barredOwner={barredOwner} {...deciding} />
      </ListCell>
    </ListRow>
  );
});
