import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/admin-expenses';
import { useExpenseColumns } from '#panel/expense-columns';
import { useDensity } from '#panel/list-view';
import { sortOf } from '#panel/panel-search';
import { useMayAct } from '#panel/use-may-act';
import { usePanelSearch } from '#panel/use-panel-search';
import { ListTable, type ListColumn, type ListSort } from '#ui/list-table';
import { RowActions, type DecisionHandlers } from './row-actions';
import { SelectBox } from './select-box';
import { isSelectable } from './use-selection';
import { useShortNames } from './use-short-names';

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

export interface Row extends Pick<ExpenseListProps, 'barredOwner' | 'deciding' | 'onSelect'> {
  expense: ExpenseJson;
  name: string;
  isSaving: boolean;
  marked: boolean;
  mayAct: boolean;
}

const USER: ListColumn<Row> = {
  name: texts.user,
  width: '9.25rem',
  className: 'flex items-center gap-1 pl-0',
  title: ({ expense }) => `${expense.user_name}, ${expense.user_email}`,
  cell: User,
};
const ACTIONS: ListColumn<Row> = {
  name: texts.actions,
  width: '6.25rem',
  isSticky: true,
  isScreenOnly: true,
  hasControls: true,
  className: 'flex h-full cursor-default items-center gap-0.5',
  cell: ({ expense, barredOwner, deciding }) => (
    <RowActions small expense={expense} barredOwner={barredOwner} {...deciding} />
  ),
};

export function ExpenseTable(props: ExpenseListProps) {
  const { expenses, total, isPart, onSeen, onOpen, onSelect } = props;
  const columns = useExpenseColumns(USER, useMayAct() ? ACTIONS : undefined);
  const density = useDensity();
  return (
    <ListTable
      {...{ total, isPart, onSeen }}
      {...density}
      aria-label={texts.table}
      columns={columns}
      sorts={useSorts()}
      items={expenses}
      onOpen={(expense, withShift) => (withShift ? onSelect(expense, true) : onOpen(expense))}
      cells={useRows(props)}
    />
  );
}

/** The props of a row or card. While they are the same, it is not rendered again. */
export function useRows({ selectedIds, barredOwner, saving, deciding, onSelect }: ExpenseListProps) {
  const mayAct = useMayAct();
  const nameOf = useShortNames();
  return (expense: ExpenseJson): Row => ({
    expense,
    name: nameOf(expense),
    isSaving: saving.some(({ id }) => id === expense.id),
    marked: selectedIds.has(expense.id),
    mayAct,
    // The barred owner is known after the list, and changes only their own rows.
    barredOwner: expense.user_id === barredOwner ? barredOwner : null,
    deciding,
    onSelect,
  });
}

/** The heads that the server can sort by; a second press leads back, or turns the order around. */
function useSorts(): Readonly<Record<string, ListSort>> {
  const [search, change] = usePanelSearch();
  const sort = sortOf(search);
  const isOldest = sort === 'oldest';
  const isByDate = sort === 'expense';
  return {
    [texts.date]: {
      direction: isByDate ? 'descending' : null,
      onSort: () => change({ sort: isByDate ? undefined : 'expense' }),
    },
    [texts.submission]: {
      direction: isByDate ? null : isOldest ? 'ascending' : 'descending',
      onSort: () => change({ sort: isByDate || isOldest ? 'submission' : 'oldest' }),
    },
  };
}

function User({ expense, name, marked, mayAct, barredOwner, onSelect }: Row) {
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
      <span className="flex min-w-0 items-center gap-1.5">
        <Initials name={name} />
        <bdi className="truncate">{name}</bdi>
      </span>
    </>
  );
}

/** The letters are of the style, so that a name is neither read nor copied twice. */
function Initials({ name }: { name: string }) {
  const letters = name.split(' ', 2).map(([first = '']) => first);
  return (
    <span
      aria-hidden
      data-initials={letters.join('')}
      className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-[0.625rem] font-semibold text-muted uppercase group-hover:bg-line before:content-[attr(data-initials)]"
    />
  );
}
