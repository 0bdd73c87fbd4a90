import { useCallback, useDeferredValue, useEffect, useState, type ComponentType } from 'react';
import type { ExpenseJson } from '@outlay/contracts';
import type { Status } from '@outlay/rules';
import * as texts from '#strings/admin-expenses';
import * as ui from '#strings/ui';
import { prepareFigures } from '#expense/format';
import { useMediaQuery } from '#lib/use-media-query';
import { useStableActions } from '#lib/use-stable-actions';
import { useTypedSearch } from '#lib/use-typed-search';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { lazyPart } from '#ui/lazy-part';
import { ErrorNotice, Notice } from '#ui/notice';
import { SkeletonRows } from '#ui/skeleton';
import { usePanelSearch } from '#panel/use-panel-search';
import { ExpenseTable } from './list/expense-table';
import { Filters } from './list/filters';
import type { ListedExpense } from '#panel/listed-expense';
import { StatusSummary } from './list/status-summary';
import { useListedExpenses } from './list/use-listed-expenses';
import { useReview } from './use-review';
import { useSelection } from './list/use-selection';

const DecisionDialogs = lazyPart(() => import('./decisions/decision-dialogs'));
const EditDialog = lazyPart(() => import('./edit/edit-dialog'));
const ExpenseSheet = lazyPart(() => import('./sheet/expense-sheet'));
// Only narrow screens need them.
const ExpenseCards = lazyPart(
  () => import('./list/expense-cards'),
  () => <SkeletonRows label={texts.loading} />,
);
const SelectionBar = lazyPart(() => import('./bulk/selection-bar'));

prepareFigures();

const BELOW_LG = '(width < 64rem)';

export interface ListActionsProps {
  expenses: readonly ListedExpense[];
  barredOwner: string | null;
}

export interface ExpensesTabProps {
  Actions: ComponentType<ListActionsProps>;
}

export function ExpensesTab({ Actions }: ExpensesTabProps) {
  const [search, change] = usePanelSearch();
  const [typed, setTyped] = useTypedSearch(
    search.q ?? '',
    useCallback((q: string) => change({ q }), [change]),
  );
  const list = useListedExpenses(search, useDeferredValue(typed));
  const selection = useSelection(list.shown, list.barredOwner);
  const [chosen, setChosen] = useState<readonly ListedExpense[] | null>(null);
  const review = useReview(list, chosen !== null);
  const { opened, previous, next, nextPending, show, close, decisions, editing } = review;
  // The list behind an open expense updates after the expense.
  const deferredList = useDeferredValue(list.shown);
  const listed = opened ? deferredList : list.shown;
  useEffect(() => {
    if (!opened) return;
    void DecisionDialogs.preload();
    void EditDialog.preload();
  }, [opened]);
  const onStatus = useCallback((status: Status | undefined) => change({ status }), [change]);
  const isNarrow = useMediaQuery(BELOW_LG);
  const List = isNarrow ? ExpenseCards : ExpenseTable;
  useEffect(() => {
    // Loads while the list is being fetched.
    if (isNarrow) void ExpenseCards.preload();
  }, [isNarrow]);
  const decisionHandlers = useStableActions({
    onApprove: review.approve,
    onReject: decisions.askReason,
    onRevert: review.revert,
    onEdit: review.edit,
  });
  const rowHandlers = useStableActions({
    onOpen: (expense: ExpenseJson) => {
      selection.from(expense);
      show(expense);
    },
    onSelect: selection.select,
  });
  const { onShow } = useStableActions({ onShow: show });
  const clearFilters = () => {
    setTyped('');
    change({ user: '', status: undefined, category: '', q: '' });
  };
  const { question } = decisions;
  // An open question shows its own failure.
  const failure = question ? null : decisions.failure;
  const dialogs = (
    <>
      {question && <DecisionDialogs decisions={decisions} question={question} />}
      {editing && <EditDialog expense={editing} onClose={review.endEdit} />}
    </>
  );

  return (
    <>
      {(list.hasData || list.isPending) && (
        <StatusSummary expenses={listed} loading={list.isPending} status={search.status} onStatus={onStatus} />
      )}
      <Filters
        search={search}
        emails={list.emails}
        categories={list.categories}
        typed={typed}
        onTyped={setTyped}
        onChange={change}
      />
      <div className="mb-3 flex min-h-10 flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted">
          {list.hasData && texts.count(list.shown.length)}
        </p>
        <span className="flex flex-wrap items-center gap-3">
          <Actions expenses={list.shown} barredOwner={list.barredOwner} />
        </span>
      </div>
      {list.error && (
        <Notice tone="error" className="mb-4">
          <p>{texts.loadFailed}</p>
          {list.error.message && <p>{list.error.message}</p>}
          <Button size="sm" className="mt-2" busy={list.isFetching} onClick={() => void list.refetch()}>
            {ui.retry}
          </Button>
        </Notice>
      )}
      {failure && !opened && <ErrorNotice error={failure.error} fallback={failure.text} className="mb-4" />}
      {list.isPending && <SkeletonRows label={texts.loading} />}
      {list.hasData && list.shown.length === 0 && (
        <EmptyState
          title={texts.noMatch}
          action={list.expenses.length > 0 && <Button onClick={clearFilters}>{texts.clearFilters}</Button>}
        />
      )}
      {listed.length > 0 && (
        <List
          expenses={listed}
          barredOwner={list.barredOwner}
          selectedIds={selection.selectedIds}
          deciding={decisionHandlers}
          {...rowHandlers}
        />
      )}
      {opened && (
        <ExpenseSheet
          {...decisionHandlers}
          expense={opened}
          barredOwner={list.barredOwner}
          failure={failure}
          busy={decisions.isDeciding(opened)}
          hasJustAppeared={review.hasJustAppeared}
          listed={list.shown}
          previous={previous}
          next={next}
          nextPending={nextPending}
          onShow={onShow}
          onClose={close}
        >
          {dialogs}
        </ExpenseSheet>
      )}
      {!opened && dialogs}
      {(selection.selected.length > 0 || chosen) && (
        <SelectionBar
          selected={selection.selected}
          chosen={chosen}
          onChoose={setChosen}
          onClear={selection.clear}
          onOpen={show}
        />
      )}
    </>
  );
}
