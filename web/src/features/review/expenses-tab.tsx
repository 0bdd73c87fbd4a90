import { useEffect, useState, type ComponentType } from 'react';
import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/admin-expenses';
import { prepareFigures } from '#expense/format';
import { ListFailure } from '#expense/list-failure';
import { LiveList } from '#expense/live-list';
import { StatusSummary } from '#expense/status-summary';
import { useMediaQuery } from '#lib/use-media-query';
import { useStableActions } from '#lib/use-stable-actions';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { lazyPart } from '#ui/lazy-part';
import { ErrorNotice } from '#ui/notice';
import { SkeletonRows } from '#ui/skeleton';
import { CURRENCIES } from '#panel/currencies';
import { FilterChips } from '#panel/filter-chips/add-filter';
import { useMayAct } from '#panel/use-may-act';
import type { Chosen } from './bulk/bulk-dialog';
import { ExpenseTable } from './list/expense-table';
import { categoriesOf, Filters } from './list/filters';
import { Toolbar, type ListActionsProps } from './list/toolbar';
import { useFilteredList } from './list/use-filtered-list';
import { useReviewers } from './list/use-reviewers';
import { isSelectable, useSelection } from './list/use-selection';
import { OpenedExpense } from './sheet/opened-expense';
import { useReview } from './use-review';

// Cards are loaded on narrow screens only.
const ExpenseCards = lazyPart(
  () => import('./list/expense-cards'),
  () => <SkeletonRows label={texts.loading} />,
);
const SelectionBar = lazyPart(() => import('./bulk/selection-bar'));

prepareFigures();

const SUMMARISED = ['submitted', 'approved', 'paid', 'draft', 'rejected'] as const;
const BELOW_LG = '(width < 64rem)';

export interface ExpensesTabProps {
  Actions: ComponentType<ListActionsProps>;
}

export function ExpensesTab({ Actions }: ExpensesTabProps) {
  const { list, filter, total, isBehind, search, change, typed, setTyped, isFiltered, clearFilters } =
    useFilteredList();
  const { rows, summary } = list;
  const { emails, barredOwner } = useReviewers(rows);
  const mayAct = useMayAct();
  const selection = useSelection(rows, barredOwner);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [printPlace, setPrintPlace] = useState<HTMLElement | null>(null);
  const review = useReview({ ...list, barredOwner }, chosen !== null);
  const { opened, show, decisions, failure } = review;
  // The server counts only the latest results of a search that finds very many.
  const atLeast = summary?.complete === false ? `≥ ${total}` : total;
  const isNarrow = useMediaQuery(BELOW_LG);
  const List = isNarrow ? ExpenseCards : ExpenseTable;
  useEffect(() => {
    // Loads while the list is being fetched.
    if (isNarrow) void ExpenseCards.preload();
  }, [isNarrow]);
  const decisionHandlers = useStableActions({
    onApprove: review.approve,
    onReject: decisions.askReason,
    onRevert: decisions.askNote,
    onEdit: review.edit,
  });
  const rowHandlers = useStableActions({
    onOpen: (expense: ExpenseJson) => {
      selection.from(expense);
      show(expense);
    },
    onSelect: (expense: ExpenseJson, withShift: boolean) => mayAct && selection.select(expense, withShift),
  });

  return (
    <>
      <Toolbar
        list={list}
        filter={filter}
        total={total}
        barredOwner={barredOwner}
        Actions={Actions}
        printPlace={setPrintPlace}
      />
      <StatusSummary
        label={texts.summary}
        statuses={SUMMARISED}
        currencies={CURRENCIES}
        summary={summary}
        status={search.status}
        onStatus={(status) => change({ status })}
      />
      <Filters
        search={search}
        emails={emails}
        categories={categoriesOf(summary)}
        typed={typed}
        onTyped={setTyped}
        onChange={change}
      />
      <FilterChips search={search} onChange={change} />
      <ListFailure list={list} text={texts.loadFailed} />
      {failure && !opened && <ErrorNotice error={failure.error} fallback={failure.text} className="mb-4" />}
      {list.isPending && <SkeletonRows label={texts.loading} />}
      {list.hasData && rows.length === 0 && (
        <EmptyState
          title={texts.noMatch}
          action={isFiltered && <Button onClick={clearFilters}>{texts.clearFilters}</Button>}
        />
      )}
      {rows.length > 0 && (
        <LiveList list={list} isBehind={isBehind} added={texts.added} printPlace={printPlace}>
          <List
            expenses={rows}
            total={total}
            isPart={list.isPart}
            barredOwner={barredOwner}
            selectedIds={selection.selectedIds}
            saving={decisions.deciding}
            deciding={decisionHandlers}
            onSeen={list.onSeen}
            {...rowHandlers}
          />
        </LiveList>
      )}
      <OpenedExpense
        review={review}
        listed={rows}
        total={atLeast}
        barredOwner={barredOwner}
        handlers={decisionHandlers}
      />
      {(selection.selected.length > 0 || chosen) && (
        <SelectionBar
          selected={selection.selected}
          chosen={chosen}
          onSelectAll={
            list.isPart || selection.selected.length < rows.filter((row) => isSelectable(row, barredOwner)).length
              ? async () => selection.all(await list.loadPages())
              : null
          }
          onChoose={setChosen}
          onClear={selection.clear}
          onOpen={show}
        />
      )}
    </>
  );
}
