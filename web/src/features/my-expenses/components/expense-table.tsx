import type { ExpenseJson } from '@outlay/contracts';
import { memo } from 'react';
import * as expenseTexts from '#strings/expense';
import * as texts from '#strings/my-expenses';
import { formatDate, formatMoney } from '#expense/format';
import { ReceiptLink } from '#expense/receipt-link';
import { StatusPill } from '#expense/status-pill';
import { cn } from '#lib/cn';
import { ListCell, ListRow, ListTable, stay, type ListColumn } from '#ui/list-table';
import { ExpenseActions, type ListProps } from './expense-actions';
import { ConvertedAmount, hasRejectionNote, OriginalAmount, RejectionNote } from './expense-facts';

const COLUMNS: readonly ListColumn<ExpenseJson>[] = [
  { name: texts.date, brief: ({ date }) => formatDate(date) },
  { name: texts.category },
  { name: texts.description, brief: ({ justification }) => justification },
  { name: texts.amount, isFigure: true, brief: ({ amount, currency }) => formatMoney(amount, currency) },
  { name: texts.convertedAmount, isFigure: true },
  { name: texts.status },
  { name: texts.receipt },
  { name: texts.actions },
];
const GRID = '[--columns:6.5rem_8.25rem_minmax(12rem,1fr)_9rem_9.75rem_7.5rem_5.75rem_5.5rem] min-w-[64.75rem]';

export function ExpenseTable({ expenses, ...actions }: ListProps) {
  return (
    <ListTable
      aria-label={texts.table}
      columns={COLUMNS}
      grid={GRID}
      items={expenses}
      row={(expense, index) => <Row key={expense.id} index={index} expense={expense} {...actions} />}
    />
  );
}

interface RowProps extends Omit<ListProps, 'expenses'> {
  index: number;
  expense: ExpenseJson;
}

// Memoised, because scrolling rerenders the table.
const Row = memo(function Row({ index, expense, onOpen, onDelete }: RowProps) {
  return (
    <ListRow index={index} onClick={() => onOpen(expense)} className="hover:bg-sunken">
      <ListCell className="figures">{formatDate(expense.date)}</ListCell>
      <ListCell className="wrap-anywhere">{expense.type ?? expenseTexts.unknown}</ListCell>
      <ListCell>
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
      </ListCell>
      <ListCell className="figures text-right">
        <OriginalAmount expense={expense} />
      </ListCell>
      <ListCell className="figures text-right">
        <ConvertedAmount expense={expense} />
      </ListCell>
      <ListCell>
        <StatusPill status={expense.status} />
      </ListCell>
      <ListCell className="whitespace-nowrap" onClick={stay}>
        <ReceiptLink expense={expense} />
      </ListCell>
      <ListCell className="flex" onClick={stay}>
        <ExpenseActions expense={expense} onDelete={onDelete} />
      </ListCell>
    </ListRow>
  );
});
