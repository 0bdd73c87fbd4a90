import type { ExpenseJson } from '@outlay/contracts';
import { formatMoney, formatShortDate } from '../../../expense/format';
import { StatusPill } from '../../../expense/status-pill';
import { cn } from '../../../lib/cn';
import { Table, Td, Th } from '../../../ui/table';
import { AmountCell, DuplicateBadge, RateCell, shortName } from './expense-cells';
import { RowActions, type Deciding } from './row-actions';
import type { ListedExpense } from './select-expenses';
import { useRowWindow } from './use-row-window';

export interface ExpenseListProps {
  expenses: readonly ListedExpense[];
  deciding: Deciding;
  onOpen: (expense: ExpenseJson) => void;
}

/** Rows are of one height and columns of one width, so that a long list neither jumps nor shifts as it scrolls. */
const ROW_HEIGHT = 64;
const NARROW = 'px-2 first:pl-3';
const COLUMNS = [
  ['User', 'w-26'],
  ['Date', 'w-20'],
  ['Category', 'w-26'],
  ['Amount', 'w-32 text-right'],
  ['Reimb.', 'w-28 text-right'],
  ['Rate', 'w-27 text-right'],
  ['Justification', ''],
  ['Status', 'w-30'],
  ['ID', 'w-30'],
  ['Actions', 'w-23'],
] as const;

export function ExpenseTable({ expenses, deciding, onOpen }: ExpenseListProps) {
  const { listRef, near, before, after } = useRowWindow(expenses, ROW_HEIGHT);
  return (
    <Table aria-label="Expenses" aria-rowcount={expenses.length + 1} className="min-w-[70rem] table-fixed">
      <thead>
        <tr aria-rowindex={1}>
          {COLUMNS.map(([name, look]) => (
            <Th key={name} className={cn(NARROW, look)}>
              {name}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody ref={listRef}>
        {before > 0 && <Gap height={before} />}
        {near.map(({ row: { expense }, index }) => (
          <Row key={expense.id} index={index} expense={expense} deciding={deciding} onOpen={onOpen} />
        ))}
        {after > 0 && <Gap height={after} />}
      </tbody>
    </Table>
  );
}

function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={COLUMNS.length} style={{ height }} />
    </tr>
  );
}

interface RowProps extends Omit<ExpenseListProps, 'expenses'> {
  index: number;
  expense: ExpenseJson;
}

function Row({ index, expense, deciding, onOpen }: RowProps) {
  return (
    <tr
      aria-rowindex={index + 2}
      style={{ height: ROW_HEIGHT }}
      onClick={() => onOpen(expense)}
      className="cursor-pointer hover:bg-sunken [&>td]:overflow-hidden [&>td]:px-2 [&>td]:py-0 [&>td]:first:pl-3 [&>td]:align-middle"
    >
      <Td className="truncate" title={`${expense.user_name}, ${expense.user_email}`}>
        {shortName(expense.user_name)}
      </Td>
      <Td className="figures">{formatShortDate(expense.date)}</Td>
      <Td className="truncate">{expense.type ?? '–'}</Td>
      <Td className="text-right">
        <AmountCell expense={expense} />
      </Td>
      <Td className="figures text-right font-medium">
        {formatMoney(expense.reimbursement_amount, expense.reimbursement_currency)}
      </Td>
      <Td className="text-right">
        <RateCell expense={expense} />
      </Td>
      <Td>
        <span className="line-clamp-2 wrap-anywhere" title={expense.justification ?? undefined}>
          {expense.justification ?? '–'}
        </span>
      </Td>
      <Td>
        <span className="flex flex-col items-start gap-0.5">
          <StatusPill status={expense.status} />
          <DuplicateBadge expense={expense} />
        </span>
      </Td>
      <Td>
        <button
          type="button"
          aria-haspopup="dialog"
          className="figures min-h-6 text-xs text-accent underline-offset-3 hover:underline"
        >
          {expense.expense_id}
        </button>
      </Td>
      <Td onClick={(event) => event.stopPropagation()} className="cursor-default">
        <RowActions expense={expense} {...deciding} />
      </Td>
    </tr>
  );
}
