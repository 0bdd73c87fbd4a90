import type { ExpenseJson } from '@outlay/contracts';
import { useMemo, useState } from 'react';
import { approvalProblem } from './row-actions';

/** Bulk decisions take only submitted expenses that this reviewer may approve now. */
export function isSelectable(expense: ExpenseJson, barredOwner: string | null): boolean {
  return expense.status === 'submitted' && approvalProblem(expense, barredOwner) === null;
}

const NONE: ReadonlySet<string> = new Set();

/** The selection for bulk decisions. Expenses that a filter hides are not selected. */
export function useSelection(shown: readonly ExpenseJson[], barredOwner: string | null) {
  const [ids, setIds] = useState(NONE);
  const [anchor, setAnchor] = useState<string | null>(null);
  const selected = useMemo(
    () => shown.filter((expense) => ids.has(expense.id) && isSelectable(expense, barredOwner)),
    [shown, ids, barredOwner],
  );
  const selectedIds = useMemo(() => new Set(selected.map(({ id }) => id)), [selected]);

  function toggle({ id }: ExpenseJson) {
    setAnchor(id);
    setIds(
      selectedIds.has(id) ? new Set([...selectedIds].filter((each) => each !== id)) : new Set([...selectedIds, id]),
    );
  }

  function extendTo({ id }: ExpenseJson) {
    const ends = [anchor ?? id, id].map((end) => shown.findIndex((expense) => expense.id === end));
    if (ends.includes(-1)) ends.fill(Math.max(...ends));
    const range = shown.slice(Math.min(...ends), Math.max(...ends) + 1);
    if (anchor === null) setAnchor(id);
    const selectable = range.filter((expense) => isSelectable(expense, barredOwner));
    setIds(new Set([...selectedIds, ...selectable.map((expense) => expense.id)]));
  }

  return {
    selected,
    selectedIds,
    select: (expense: ExpenseJson, withShift: boolean) => (withShift ? extendTo(expense) : toggle(expense)),
    /** Starts the next range here without selecting it. */
    from: ({ id }: ExpenseJson) => setAnchor(id),
    all: (expenses: readonly ExpenseJson[]) => setIds(new Set(expenses.map(({ id }) => id))),
    clear: () => setIds(NONE),
  };
}
