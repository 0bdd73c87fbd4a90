import type { ExpenseJson } from '@outlay/contracts';
import { useMemo } from 'react';
import * as expenseTexts from '#strings/expense';
import * as texts from '#strings/admin-expenses';
import { formatShortDate } from '#expense/format';
import { SavingPill, StatusPill } from '#expense/status-pill';
import { useIsPrinted } from '#lib/use-media-query';
import type { ListColumn } from '#ui/list-table';
import { AmountCell, CategoryIcon, DuplicateBadge, RateCell, ReimbursementCell, WaitingBadge } from './expense-cells';
import { useListView, type ListOption } from './list-view';

interface Row {
  expense: ExpenseJson;
  isSaving?: boolean;
}

interface Column<Shown> extends ListColumn<Shown> {
  /** The option that shows it. Columns without one are always shown. */
  readonly option?: ListOption;
}

/** The columns of lists of claims, now and in the past; the first column says whose, and the last may have actions. */
const EXPENSE_COLUMNS: readonly Column<Row>[] = [
  {
    name: texts.category,
    option: 'category',
    width: '2rem',
    isNarrow: true,
    title: ({ expense }) => expense.type ?? undefined,
    cell: CategoryIcon,
  },
  {
    name: texts.justification,
    width: 'minmax(7rem,1fr)',
    className: 'truncate leading-tight in-[.comfortable]:line-clamp-2 in-[.comfortable]:whitespace-normal print:w-2/5',
    title: ({ expense }) => expense.justification ?? undefined,
    cell: ({ expense }) => (
      <>
        <WaitingBadge expense={expense} className="mr-1 h-4.5!" />
        <DuplicateBadge expense={expense} className="mr-1 h-4.5!" />
        {expense.justification ?? expenseTexts.unknown}
      </>
    ),
  },
  {
    name: texts.date,
    option: 'date',
    width: '4.625rem',
    className: 'figures',
    cell: ({ expense }) => formatShortDate(expense.date),
  },
  {
    name: texts.submission,
    option: 'submission',
    width: '6.5rem',
    className: 'figures',
    cell: ({ expense }) => formatShortDate(expense.created_at),
  },
  { name: texts.amount, option: 'amount', width: '7.5rem', isFigure: true, cell: AmountCell },
  {
    name: texts.reimbursement,
    width: '8rem',
    below: '9rem',
    isFigure: true,
    cell: ReimbursementCell,
  },
  { name: texts.rate, option: 'rate', width: '5.75rem', isFigure: true, className: 'leading-4', cell: RateCell },
  {
    name: texts.status,
    width: '6rem',
    className: '[&>span]:h-5',
    cell: ({ expense, isSaving }) => (isSaving ? <SavingPill /> : <StatusPill small status={expense.status} />),
  },
  { name: texts.id, width: '7.75rem', cell: Id },
];

/** The columns that were chosen. Paper, which nobody can ask for more, has all that are specified. */
export function useExpenseColumns<Shown extends Row>(
  first: ListColumn<Shown>,
  last?: ListColumn<Shown>,
): readonly ListColumn<Shown>[] {
  const view = useListView();
  const isPrinted = useIsPrinted();
  return useMemo(() => {
    const isShown = ({ option }: Column<Row>) => !option || view.has(option) || (isPrinted && option !== 'submission');
    return [first, ...EXPENSE_COLUMNS.filter(isShown), ...(last ? [last] : [])];
  }, [first, last, view, isPrinted]);
}

function Id({ expense }: Row) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="block min-h-6 font-mono text-xs whitespace-nowrap text-muted underline-offset-3 group-hover:text-accent hover:underline"
    >
      {expense.expense_id}
    </button>
  );
}
