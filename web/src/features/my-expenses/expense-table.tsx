import type { ExpenseJson } from '@outlay/contracts';
import * as expenseTexts from '#strings/expense';
import * as texts from '#strings/my-expenses';
import { formatDate } from '#expense/format';
import { ReceiptLink } from '#expense/receipt-link';
import { StatusPill } from '#expense/status-pill';
import { cn } from '#lib/cn';
import { ListTable, type ListColumn, type ListSort } from '#ui/list-table';
import { ExpenseActions, type ListProps } from './expense-actions';
import { AdminNote, ConvertedAmount, hasNote, OriginalAmount } from './expense-facts';
import type { ListSearch } from './list-search';

export interface TableProps extends ListProps {
  sort: ListSearch['sort'];
  onSort: (sort: ListSearch['sort']) => void;
}

interface Row extends Pick<ListProps, 'onDelete'> {
  expense: ExpenseJson;
}

const COLUMNS: readonly ListColumn<Row>[] = [
  { name: texts.date, width: '6.5rem', className: 'figures', cell: ({ expense }) => formatDate(expense.date) },
  {
    name: texts.submission,
    width: '6.5rem',
    below: '7rem',
    className: 'figures text-muted',
    cell: ({ expense }) => formatDate(expense.created_at),
  },
  {
    name: texts.category,
    width: '7.75rem',
    className: 'line-clamp-2 hyphens-auto wrap-anywhere',
    cell: ({ expense }) => expense.type ?? expenseTexts.unknown,
  },
  { name: texts.description, width: 'minmax(10rem,1fr)', cell: Description },
  { name: texts.amount, width: '8rem', isFigure: true, cell: OriginalAmount },
  { name: texts.convertedAmount, width: '10rem', isFigure: true, cell: ConvertedAmount },
  { name: texts.status, width: '7.25rem', cell: ({ expense }) => <StatusPill status={expense.status} /> },
  {
    name: texts.receipt,
    width: '5.25rem',
    below: '7.25rem',
    hasControls: true,
    className: 'whitespace-nowrap',
    cell: ReceiptLink,
  },
  {
    name: texts.actions,
    width: '5rem',
    hasControls: true,
    isScreenOnly: true,
    className: 'flex',
    cell: ExpenseActions,
  },
];

export function ExpenseTable({ expenses, sort, onSort, onDelete, ...props }: TableProps) {
  return (
    <ListTable
      {...props}
      aria-label={texts.table}
      columns={COLUMNS}
      sorts={sortsOf(sort, onSort)}
      className="min-w-[56rem]"
      height={4}
      items={expenses}
      cells={(expense) => ({ expense, onDelete })}
    />
  );
}

function sortsOf(sort: TableProps['sort'], onSort: TableProps['onSort']): Readonly<Record<string, ListSort>> {
  const isByDate = sort === 'expense';
  return {
    [texts.date]: { direction: isByDate ? 'descending' : null, onSort: () => onSort('expense') },
    [texts.submission]: { direction: isByDate ? null : 'descending', onSort: () => onSort(undefined) },
  };
}

function Description({ expense }: Row) {
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={cn(
          'min-h-6 text-left wrap-anywhere decoration-line-strong underline-offset-3 hover:underline',
          hasNote(expense) ? 'line-clamp-1' : 'line-clamp-2',
        )}
      >
        {expense.justification ?? <span className="text-muted">{texts.noDescription}</span>}
      </button>
      <AdminNote expense={expense} length={50} />
    </>
  );
}
