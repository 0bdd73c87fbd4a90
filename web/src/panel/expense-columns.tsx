import type { ExpenseJson } from '@outlay/contracts';
import * as expenseTexts from '#strings/expense';
import * as texts from '#strings/admin-expenses';
import { formatMoney, formatShortDate } from '#expense/format';
import { SavingPill, StatusPill } from '#expense/status-pill';
import { cn } from '#lib/cn';
import type { ListColumn } from '#ui/list-table';
import { AmountCell, DuplicateBadge, RateCell } from './expense-cells';

interface Row {
  expense: ExpenseJson;
  isSaving?: boolean;
}

// The rate below the reimbursement, and the id below the status, unless there is room for all columns.
const BESIDE = '@min-[84rem]:col-auto @min-[84rem]:row-span-2 @min-[84rem]:self-center';
const ABOVE = `row-start-1 self-end ${BESIDE}`;
const BELOW = `row-start-2 self-start ${BESIDE}`;

/** The columns of lists of claims, now and in the past; the first column says whose, and the last may have actions. */
export const EXPENSE_COLUMNS: readonly ListColumn<Row>[] = [
  { name: texts.date, className: 'figures', cell: ({ expense }) => formatShortDate(expense.date) },
  {
    name: texts.category,
    className: 'line-clamp-2 leading-tight hyphens-auto wrap-anywhere',
    title: ({ expense }) => expense.type ?? undefined,
    cell: ({ expense }) => expense.type ?? expenseTexts.unknown,
  },
  { name: texts.amount, isFigure: true, cell: AmountCell },
  {
    name: texts.reimbursement,
    isFigure: true,
    place: cn(ABOVE, 'col-start-5'),
    className: 'font-medium',
    cell: ({ expense }) => formatMoney(expense.reimbursement_amount, expense.reimbursement_currency),
  },
  {
    name: texts.rate,
    isFigure: true,
    place: cn(BELOW, 'col-start-5'),
    className: 'truncate text-xs @min-[84rem]:text-sm',
    cell: RateCell,
  },
  {
    name: texts.justification,
    className: 'line-clamp-2 leading-tight wrap-anywhere print:w-2/5',
    title: ({ expense }) => expense.justification ?? undefined,
    cell: ({ expense }) => (
      <>
        <DuplicateBadge expense={expense} className="mr-1 h-4.5!" />
        {expense.justification ?? expenseTexts.unknown}
      </>
    ),
  },
  {
    name: texts.status,
    place: cn(ABOVE, 'col-start-7'),
    className: '[&>span]:h-5',
    cell: ({ expense, isSaving }) => (isSaving ? <SavingPill /> : <StatusPill small status={expense.status} />),
  },
  { name: texts.id, place: cn(BELOW, 'col-start-7'), cell: Id },
];
/** The grid of these columns, between the claimant and the actions. */
export const EXPENSE_GRID = cn(
  '[--columns:6.75rem_4.5rem_7.75rem_7.75rem_7.75rem_minmax(7rem,1fr)_8.25rem_var(--actions)] min-w-[58rem]',
  '@min-[84rem]:[--columns:8rem_4.75rem_8rem_8.5rem_7.5rem_6.5rem_minmax(7rem,1fr)_6.25rem_8rem_var(--actions)]',
);
export const WITH_ACTIONS = '[--actions:7.125rem]';
export const WITHOUT_ACTIONS = '[--actions:0rem]';

function Id({ expense }: Row) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="figures block min-h-5 text-xs text-accent underline-offset-3 hover:underline"
    >
      {expense.expense_id}
    </button>
  );
}
