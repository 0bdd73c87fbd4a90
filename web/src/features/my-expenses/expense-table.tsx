import type { ExpenseJson } from '@outlay/contracts';
import * as expenseTexts from '#strings/expense';
import * as texts from '#strings/my-expenses';
import { formatDate } from '#expense/format';
import { ReceiptLink } from '#expense/receipt-link';
import { StatusPill } from '#expense/status-pill';
import { cn } from '#lib/cn';
import { ListTable, type ListColumn } from '#ui/list-table';
import { ExpenseActions, type ListProps } from './expense-actions';
import { ConvertedAmount, hasRejectionNote, OriginalAmount, RejectionNote } from './expense-facts';

interface Row extends Pick<ListProps, 'onDelete'> {
  expense: ExpenseJson;
}

const COLUMNS: readonly ListColumn<Row>[] = [
  { name: texts.date, className: 'figures', cell: ({ expense }) => formatDate(expense.date) },
  {
    name: texts.category,
    className: 'line-clamp-2 hyphens-auto wrap-anywhere',
    cell: ({ expense }) => expense.type ?? expenseTexts.unknown,
  },
  { name: texts.description, cell: Description },
  { name: texts.amount, isFigure: true, cell: OriginalAmount },
  { name: texts.convertedAmount, isFigure: true, cell: ConvertedAmount },
  { name: texts.status, cell: ({ expense }) => <StatusPill status={expense.status} /> },
  { name: texts.receipt, hasControls: true, className: 'whitespace-nowrap', cell: ReceiptLink },
  { name: texts.actions, hasControls: true, isScreenOnly: true, className: 'flex', cell: ExpenseActions },
];
const GRID = '[--columns:6.5rem_7rem_minmax(10rem,1fr)_8rem_10rem_7.25rem_5.25rem_5rem] min-w-[56rem]';

export function ExpenseTable({ expenses, onDelete, ...props }: ListProps) {
  return (
    <ListTable
      {...props}
      aria-label={texts.table}
      columns={COLUMNS}
      grid={GRID}
      height={4}
      items={expenses}
      cells={(expense) => ({ expense, onDelete })}
    />
  );
}

function Description({ expense }: Row) {
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={cn(
          'min-h-6 text-left wrap-anywhere decoration-line-strong underline-offset-3 hover:underline',
          hasRejectionNote(expense) ? 'line-clamp-1' : 'line-clamp-2',
        )}
      >
        {expense.justification ?? <span className="text-muted">{texts.noDescription}</span>}
      </button>
      <RejectionNote expense={expense} length={50} />
    </>
  );
}
