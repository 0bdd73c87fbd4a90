import type { ExpenseJson } from '@outlay/contracts';
import type { ComponentType } from 'react';
import * as texts from '#strings/admin-expenses';
import { countOf, type ListFilter } from '#expense/expense-list';
import type { useExpenseList } from '#expense/use-expense-list';
import { ExportButton } from '#panel/export-list/export-button';

export interface ListActionsProps {
  expenses: readonly ExpenseJson[];
  total: number;
  loadAll: () => Promise<readonly ExpenseJson[]>;
  barredOwner: string | null;
}

export interface ToolbarProps extends Pick<ListActionsProps, 'total' | 'barredOwner'> {
  list: ReturnType<typeof useExpenseList>;
  filter: ListFilter;
  Actions: ComponentType<ListActionsProps>;
  printPlace: (place: HTMLElement | null) => void;
}

const NONE: readonly ExpenseJson[] = [];

/** Stands beside the tabs, where there is room. */
export function Toolbar({ list, filter, Actions, printPlace, ...actions }: ToolbarProps) {
  const { rows, summary, hasData, isPlaceholderData, loadAll } = list;
  return (
    <div className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-2 lg:absolute lg:top-0 lg:right-0 lg:mb-0 print:static">
      <p role="status" className="text-sm text-muted">
        {hasData && summary && (summary.complete ? texts.count(countOf(summary) ?? 0) : texts.counting)}
      </p>
      <span data-screen-only className="flex flex-wrap items-center gap-2">
        <span ref={printPlace} className="contents" />
        <ExportButton filter={filter} />
        <Actions {...actions} expenses={isPlaceholderData ? NONE : rows} loadAll={loadAll} />
      </span>
    </div>
  );
}
