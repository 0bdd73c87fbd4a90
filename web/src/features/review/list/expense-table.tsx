import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/admin-expenses';
import { cn } from '#lib/cn';
import { ListTable, type ListColumn } from '#ui/list-table';
import { EXPENSE_COLUMNS, EXPENSE_GRID, WITH_ACTIONS, WITHOUT_ACTIONS } from '#panel/expense-columns';
import { useMayAct } from '#panel/use-may-act';
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
  /** Expenses whose decisions are being saved. */
  saving: readonly ExpenseJson[];
  deciding: DecisionHandlers;
  onSeen: (first: number, last: number) => void;
  onOpen: (expense: ExpenseJson) => void;
  /** A selection with Shift covers the range from the last row. */
  onSelect: (expense: ExpenseJson, withShift: boolean) => void;
}

interface Row extends Pick<ExpenseListProps, 'barredOwner' | 'deciding' | 'onSelect'> {
  expense: ExpenseJson;
  isSaving: boolean;
  marked: boolean;
  mayAct: boolean;
}

const USER: ListColumn<Row> = {
  name: texts.user,
  className: 'flex items-center gap-0.5 pl-0',
  title: ({ expense }) => `${expense.user_name}, ${expense.user_email}`,
  cell: User,
};
const ACTIONS: ListColumn<Row> = {
  name: texts.actions,
  isSticky: true,
  isScreenOnly: true,
  hasControls: true,
  className: 'flex h-full cursor-default items-center gap-0.5',
  cell: ({ expense, barredOwner, deciding }) => (
    <RowActions small expense={expense} barredOwner={barredOwner} {...deciding} />
  ),
};
const READ_COLUMNS: readonly ListColumn<Row>[] = [USER, ...EXPENSE_COLUMNS];
const COLUMNS = [...READ_COLUMNS, ACTIONS];

export function ExpenseTable(props: ExpenseListProps) {
  const { expenses, selectedIds, barredOwner, saving, deciding, onOpen, onSelect, ...rows } = props;
  const mayAct = useMayAct();
  return (
    <ListTable
      {...rows}
      aria-label={texts.table}
      columns={mayAct ? COLUMNS : READ_COLUMNS}
      grid={cn(EXPENSE_GRID, mayAct ? WITH_ACTIONS : WITHOUT_ACTIONS)}
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
