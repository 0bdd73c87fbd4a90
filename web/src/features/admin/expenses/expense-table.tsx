import type { ExpenseJson } from '@outlay/contracts';
import { memo, type ComponentProps } from 'react';
import * as expenseTexts from '#strings/expense';
import * as texts from '#strings/admin-expenses';
import { formatMoney, formatShortDate } from '../../../expense/format';
import { StatusPill } from '../../../expense/status-pill';
import { cn } from '../../../lib/cn';
import { inPixels } from '../../../lib/rem';
import { Table } from '../../../ui/table';
import { AmountCell, DuplicateBadge, RateCell, shortName } from './expense-cells';
import { RowActions, type Deciding } from './row-actions';
import { Rows } from './rows';
import { SelectBox } from './select-box';
import type { ListedExpense } from './select-expenses';
import { isSelectable } from './use-selection';

export interface ExpenseListProps {
  expenses: readonly ListedExpense[];
  selectedIds: ReadonlySet<string>;
  barredOwner: string | null;
  deciding: Deciding;
  onOpen: (expense: ExpenseJson) => void;
  /** With Shift: everything from where one was last to here. */
  onSelect: (expense: ExpenseJson, withShift: boolean) => void;
}

const ROW_HEIGHT = inPixels(4);
const COLUMNS = [
  { name: texts.user },
  { name: texts.date },
  { name: texts.category },
  { name: texts.amount, isFigure: true },
  { name: texts.reimbursement, isFigure: true },
  { name: texts.rate, isFigure: true },
  { name: texts.justification },
  { name: texts.status },
  { name: texts.id },
  { name: texts.actions, isLast: true },
] as const;
const GRID =
  'grid grid-cols-[7.25rem_4.75rem_6.75rem_7.5rem_6.5rem_6.25rem_minmax(7.5rem,1fr)_7rem_7.5rem_6.75rem] items-center px-1';
/** However far the table is scrolled sideways, what can be done with a row stays beside it. */
const IN_SIGHT = 'sticky right-0 border-l border-line bg-inherit';

/**
 * A grid of rows of one height, each contained in itself: a table laid out as one costs a long list most of its frames.
 * The roles are spelled out, since not every browser keeps a table's for what is displayed as something else.
 */
export const ExpenseTable = memo(function ExpenseTable({ expenses, selectedIds, ...row }: ExpenseListProps) {
  return (
    <Table role="table" aria-label={texts.table} aria-rowcount={expenses.length + 1} className="block min-w-[68.25rem]">
      <thead role="rowgroup" className="block bg-sunken">
        <tr role="row" aria-rowindex={1} className={cn(GRID, 'bg-sunken')}>
          {COLUMNS.map((column) => (
            <th
              key={column.name}
              role="columnheader"
              scope="col"
              className={cn(
                'eyebrow px-2 py-2.5 whitespace-nowrap',
                'isFigure' in column ? 'text-right' : 'text-left',
                'isLast' in column && IN_SIGHT,
              )}
            >
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block">
        <Rows
          expenses={expenses}
          height={ROW_HEIGHT}
          row={(expense, index) => (
            <Row key={expense.id} {...row} index={index} expense={expense} selected={selectedIds.has(expense.id)} />
          )}
          gap={(height, ref) => <tr ref={ref} aria-hidden className="block" style={{ height }} />}
        />
      </tbody>
    </Table>
  );
});

interface RowProps extends Omit<ExpenseListProps, 'expenses' | 'selectedIds'> {
  index: number;
  selected: boolean;
  expense: ExpenseJson;
}

const Row = memo(function Row({ index, expense, selected, barredOwner, deciding, onOpen, onSelect }: RowProps) {
  return (
    <tr
      role="row"
      aria-rowindex={index + 2}
      style={{ height: ROW_HEIGHT }}
      onClick={({ shiftKey }) => (shiftKey ? onSelect(expense, true) : onOpen(expense))}
      // The browser would take a Shift-click for selecting text.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      className={cn(
        GRID,
        'cursor-pointer border-t border-line contain-strict',
        selected ? 'bg-accent-soft' : 'bg-surface hover:bg-sunken',
      )}
    >
      <Cell className="flex items-center gap-1 pl-1" title={`${expense.user_name}, ${expense.user_email}`}>
        <SelectBox
          expense={expense}
          selectable={isSelectable(expense, barredOwner)}
          checked={selected}
          onSelect={onSelect}
        />
        <span className="min-w-0 truncate">{shortName(expense.user_name)}</span>
      </Cell>
      <Cell className="figures">{formatShortDate(expense.date)}</Cell>
      <Cell className="truncate">{expense.type ?? expenseTexts.unknown}</Cell>
      <Cell className="text-right">
        <AmountCell expense={expense} />
      </Cell>
      <Cell className="figures text-right font-medium">
        {formatMoney(expense.reimbursement_amount, expense.reimbursement_currency)}
      </Cell>
      <Cell className="text-right">
        <RateCell expense={expense} />
      </Cell>
      <Cell>
        <span className="line-clamp-2 wrap-anywhere" title={expense.justification ?? undefined}>
          {expense.justification ?? expenseTexts.unknown}
        </span>
      </Cell>
      <Cell>
        <span className="flex flex-col items-start gap-0.5">
          <StatusPill status={expense.status} />
          <DuplicateBadge expense={expense} />
        </span>
      </Cell>
      <Cell>
        <button
          type="button"
          aria-haspopup="dialog"
          className="figures min-h-6 text-xs text-accent underline-offset-3 hover:underline"
        >
          {expense.expense_id}
        </button>
      </Cell>
      <Cell
        onClick={(event) => event.stopPropagation()}
        className={cn('flex h-full cursor-default items-center px-1', IN_SIGHT)}
      >
        <RowActions small expense={expense} barredOwner={barredOwner} {...deciding} />
      </Cell>
    </tr>
  );
});

function Cell({ className, ...props }: ComponentProps<'td'>) {
  return <td role="cell" {...props} className={cn('min-w-0 px-2', className)} />;
}
