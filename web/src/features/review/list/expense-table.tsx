import type { ExpenseJson } from '@outlay/contracts';
import * as expenseTexts from '#strings/expense';
import * as texts from '#strings/admin-expenses';
import { formatMoney, formatShortDate } from '#expense/format';
import { SavingPill, StatusPill } from '#expense/status-pill';
import { cn } from '#lib/cn';
import { ListTable, type ListColumn } from '#ui/list-table';
import { useMayAct } from '#panel/use-may-act';
import { AmountCell, DuplicateBadge, RateCell } from './expense-cells';
import { ShortName } from './short-name';
import { RowActions, type DecisionHandlers } from './row-actions';
import { SelectBox } from './select-box';
import { isSelectable } from './use-selection';

export interface ExpenseListProps {
  expenses: readonly ExpenseJson[];
  total: number;
  isPart: boolean;
  selectedIds: ReadonlySet<string>;
  barredOwner: string | null;
  /** Their decisions are being saved. */
  saving: readonly ExpenseJson[];
  deciding: DecisionHandlers;
  onSeen: (first: number, last: number) => void;
  onOpen: (expense: ExpenseJson) => void;
  /** With Shift, selects the range from the last row. */
  onSelect: (expense: ExpenseJson, withShift: boolean) => void;
}

interface Row extends Pick<ExpenseListProps, 'barredOwner' | 'deciding' | 'onSelect'> {
  expense: ExpenseJson;
  isSaving: boolean;
  marked: boolean;
  mayAct: boolean;
}

// The rate below the reimbursement, and the id below the status, unless there is room for all columns.
const BESIDE = '@min-[84rem]:col-auto @min-[84rem]:row-span-2 @min-[84rem]:self-center';
const ABOVE = `row-start-1 self-end ${BESIDE}`;
const BELOW = `row-start-2 self-start ${BESIDE}`;

const COLUMNS: readonly ListColumn<Row>[] = [
  {
    name: texts.user,
    className: 'flex items-center gap-0.5 pl-0',
    title: ({ expense }) => `${expense.user_name}, ${expense.user_email}`,
    cell: User,
  },
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
  {
    name: texts.actions,
    isInSight: true,
    isScreenOnly: true,
    isApart: true,
    className: 'flex h-full cursor-default items-center gap-0.5',
    cell: ({ expense, barredOwner, deciding }) => (
      <RowActions small expense={expense} barredOwner={barredOwner} {...deciding} />
    ),
  },
];
const GRID = cn(
  '[--columns:6.75rem_4.5rem_7.75rem_7.75rem_7.75rem_minmax(7rem,1fr)_8.25rem_7.125rem] min-w-[58rem]',
  '@min-[84rem]:[--columns:8rem_4.75rem_8rem_8.5rem_7.5rem_6.5rem_minmax(7rem,1fr)_6.25rem_8rem_7.125rem]',
);
/** Of who may not act: without the actions, whose room stays empty. */
const READ_COLUMNS = COLUMNS.slice(0, -1);

export function ExpenseTable(props: ExpenseListProps) {
  const { expenses, selectedIds, barredOwner, saving, deciding, onOpen, onSelect, ...rows } = props;
  const mayAct = useMayAct();
  return (
    <ListTable
      {...rows}
      aria-label={texts.table}
      columns={mayAct ? COLUMNS : READ_COLUMNS}
      grid={GRID}
      height={2.75}
      items={expenses}
      onOpen={(expense, withShift) => (withShift ? onSelect(expense, true) : onOpen(expense))}
      cells={(expense) => ({
        expense,
        isSaving: saving.some(({ id }) => id === expense.id),
        marked: selectedIds.has(expense.id),
        mayAct,
        // The barred owner is known after the list, and changes only their own rows.
        barredOwner: expense.user_id === barredOwner ? barredOwner : null,
        deciding,
        onSelect,
      })}
    />
  );
}

function User({ expense, marked, mayAct, barredOwner, onSelect }: Row) {
  return (
    <>
      {mayAct ? (
        <SelectBox
          expense={expense}
          selectable={isSelectable(expense, barredOwner)}
          checked={marked}
          onSelect={onSelect}
        />
      ) : (
        <span aria-hidden className="w-1 shrink-0" />
      )}
      <span className="line-clamp-2 min-w-0 leading-tight wrap-anywhere">
        <ShortName expense={expense} />
      </span>
    </>
  );
}

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
