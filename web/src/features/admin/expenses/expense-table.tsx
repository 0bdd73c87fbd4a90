import type { ExpenseJson } from '@outlay/contracts';
import { memo, type ComponentProps } from 'react';
import { formatMoney, formatShortDate } from '../../../expense/format';
import { StatusPill } from '../../../expense/status-pill';
import { cn } from '../../../lib/cn';
import { Table } from '../../../ui/table';
import { AmountCell, DuplicateBadge, RateCell, shortName } from './expense-cells';
import { RowActions, type Deciding } from './row-actions';
import { Rows } from './rows';
import type { ListedExpense } from './select-expenses';

export interface ExpenseListProps {
  expenses: readonly ListedExpense[];
  deciding: Deciding;
  onOpen: (expense: ExpenseJson) => void;
}

const ROW_HEIGHT = 64;
const COLUMNS = [
  { name: 'User' },
  { name: 'Date' },
  { name: 'Category' },
  { name: 'Amount', isFigure: true },
  { name: 'Reimb.', isFigure: true },
  { name: 'Rate', isFigure: true },
  { name: 'Justification' },
  { name: 'Status' },
  { name: 'ID' },
  { name: 'Actions' },
] as const;
const GRID =
  'grid grid-cols-[6.5rem_5rem_6.5rem_8rem_7rem_6.75rem_minmax(8.75rem,1fr)_7.5rem_7.75rem_5.75rem] items-center px-1';

/**
 * A grid of rows of one height, each contained in itself: a table laid out as one costs a long list most of its frames.
 * The roles are spelled out, since not every browser keeps a table's for what is displayed as something else.
 */
export const ExpenseTable = memo(function ExpenseTable({ expenses, deciding, onOpen }: ExpenseListProps) {
  return (
    <Table role="table" aria-label="Expenses" aria-rowcount={expenses.length + 1} className="block min-w-[70rem]">
      <thead role="rowgroup" className="block bg-sunken">
        <tr role="row" aria-rowindex={1} className={GRID}>
          {COLUMNS.map((column) => (
            <th
              key={column.name}
              role="columnheader"
              scope="col"
              className={cn('eyebrow px-2 py-2.5 whitespace-nowrap', 'isFigure' in column ? 'text-right' : 'text-left')}
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
            <Row key={expense.id} index={index} expense={expense} deciding={deciding} onOpen={onOpen} />
          )}
          gap={(height, ref) => <tr ref={ref} aria-hidden className="block" style={{ height }} />}
        />
      </tbody>
    </Table>
  );
});

interface RowProps extends Omit<ExpenseListProps, 'expenses'> {
  index: number;
  expense: ExpenseJson;
}

const Row = memo(function Row({ index, expense, deciding, onOpen }: RowProps) {
  return (
    <tr
      role="row"
      aria-rowindex={index + 2}
      style={{ height: ROW_HEIGHT }}
      onClick={() => onOpen(expense)}
      className={cn(GRID, 'cursor-pointer border-t border-line contain-strict hover:bg-sunken')}
    >
      <Cell className="truncate" title={`${expense.user_name}, ${expense.user_email}`}>
        {shortName(expense.user_name)}
      </Cell>
      <Cell className="figures">{formatShortDate(expense.date)}</Cell>
      <Cell className="truncate">{expense.type ?? '–'}</Cell>
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
          {expense.justification ?? '–'}
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
      <Cell onClick={(event) => event.stopPropagation()} className="cursor-default">
        <RowActions expense={expense} {...deciding} />
      </Cell>
    </tr>
  );
});

function Cell({ className, ...props }: ComponentProps<'td'>) {
  return <td role="cell" {...props} className={cn('min-w-0 px-2', className)} />;
}
