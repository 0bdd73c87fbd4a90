import type { ExpenseJson } from '@outlay/contracts';
import { memo, useState } from 'react';
import * as expenseTexts from '#strings/expense';
import * as texts from '#strings/my-expenses';
import { formatDate } from '../../../expense/format';
import { ReceiptLink } from '../../../expense/receipt-link';
import { StatusPill } from '../../../expense/status-pill';
import { Table, Td, Th } from '../../../ui/table';
import { ExpenseActions, type ListProps } from './expense-actions';
import { ConvertedAmount, OriginalAmount, RejectionNote } from './expense-facts';
import { isLong, Rows, type RowRef } from './rows';

const ROW_HEIGHT = 61;

export function ExpenseTable({ expenses, ...actions }: ListProps) {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const long = isLong(expenses);
  return (
    <Table
      aria-label={texts.table}
      aria-rowcount={expenses.length + 1}
      className={long ? 'min-w-[66rem] table-fixed' : undefined}
    >
      {long && <FixedColumns />}
      <thead>
        <tr aria-rowindex={1}>
          <Th>{texts.date}</Th>
          <Th>{texts.category}</Th>
          <Th>{texts.description}</Th>
          <Th className="text-right">{texts.amount}</Th>
          <Th className="text-right">{texts.convertedAmount}</Th>
          <Th>{texts.status}</Th>
          <Th>{texts.receipt}</Th>
          <Th>{texts.actions}</Th>
        </tr>
      </thead>
      <tbody ref={setBody}>
        <Rows
          list={body}
          expenses={expenses}
          height={ROW_HEIGHT}
          row={(expense, index, ref) => (
            <ExpenseRow key={expense.id} ref={ref} index={index} expense={expense} {...actions} />
          )}
          gap={(height) => (
            <tr aria-hidden>
              <td colSpan={8} style={{ height }} />
            </tr>
          )}
        />
      </tbody>
    </Table>
  );
}

/** Columns of a long list keep their width whatever rows are drawn, which also spares the browser measuring them. */
function FixedColumns() {
  return (
    <colgroup>
      {['w-27', 'w-33', '', 'w-38', 'w-38', 'w-31', 'w-24', 'w-24'].map((width, column) => (
        <col key={column} className={width} />
      ))}
    </colgroup>
  );
}

interface ExpenseRowProps extends Omit<ListProps, 'expenses'> {
  ref: RowRef;
  index: number;
  expense: ExpenseJson;
}

// Scrolling draws the table again; a row that is already there stays as it is.
const ExpenseRow = memo(function ExpenseRow({ ref, index, expense, onOpen, onDelete }: ExpenseRowProps) {
  return (
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      onClick={() => onOpen(expense)}
      className="cursor-pointer hover:bg-sunken"
    >
      <Td className="figures">{formatDate(expense.date)}</Td>
      <Td className="whitespace-nowrap">{expense.type ?? expenseTexts.unknown}</Td>
      <Td className="min-w-48">
        <button
          type="button"
          aria-haspopup="dialog"
          className="-my-0.5 line-clamp-2 py-0.5 text-left wrap-anywhere decoration-line-strong underline-offset-3 hover:underline"
        >
          {expense.justification ?? <span className="text-muted">{texts.noDescription}</span>}
        </button>
        <RejectionNote expense={expense} length={50} />
      </Td>
      <Td className="text-right">
        <OriginalAmount expense={expense} />
      </Td>
      <Td className="text-right">
        <ConvertedAmount expense={expense} />
      </Td>
      <Td>
        <StatusPill status={expense.status} />
      </Td>
      <Td className="whitespace-nowrap" onClick={stay}>
        <ReceiptLink expense={expense} />
      </Td>
      <Td className="py-1" onClick={stay}>
        <ExpenseActions expense={expense} onDelete={onDelete} />
      </Td>
    </tr>
  );
});

/** A click on what has an action of its own does not open the row. */
function stay(event: { stopPropagation: () => void }) {
  event.stopPropagation();
}
