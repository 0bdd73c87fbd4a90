import { useCallback, useDeferredValue, useEffect, useState, type ComponentType } from 'react';
import type { ExpenseJson } from '@outlay/contracts';
import { isBlank } from '@outlay/rules';
import * as texts from '#strings/admin-expenses';
import { countOf } from '#expense/expense-list';
import { prepareFigures } from '#expense/format';
import { ListFailure } from '#expense/list-failure';
import { LiveList } from '#expense/live-list';
import { StatusSummary } from '#expense/status-summary';
import { useExpenseList } from '#expense/use-expense-list';
import { hasCode, hasStatus } from '#lib/errors';
import { useMediaQuery } from '#lib/use-media-query';
import { useStableActions } from '#lib/use-stable-actions';
import { useTypedSearch } from '#lib/use-typed-search';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { lazyPart } from '#ui/lazy-part';
import { ErrorNotice } from '#ui/notice';
import { SkeletonRows } from '#ui/skeleton';
import { toast } from '#ui/toast';
import { CURRENCIES } from '#panel/currencies';
import { filterOf } from '#panel/panel-search';
import { ALL_EXPENSES } from '#panel/queries';
import { useMayAct } from '#panel/use-may-act';
import { usePanelSearch } from '#panel/use-panel-search';
import { ExpenseTable } from './list/expense-table';
import { categoriesOf, Filters } from './list/filters';
import { useReviewers } from './list/use-reviewers';
import { useReview } from './use-review';
import { useSelection } from './list/use-selection';

const DecisionDialogs = lazyPart(() => import('./decisions/decision-dialogs'));
const EditDialog = lazyPart(() => import('./edit/edit-dialog'));
const ExpenseSheet = lazyPart(() => import('./sheet/expense-sheet'));
// Cards are loaded on narrow screens only.
const ExpenseCards = lazyPart(
  () => import('./list/expense-cards'),
  () => <SkeletonRows label={texts.loading} />,
);
const SelectionBar = lazyPart(() => import('./bulk/selection-bar'));

prepareFigures();

const NONE: readonly ExpenseJson[] = [];
const SUMMARISED = ['submitted', 'approved', 'paid', 'draft', 'rejected'] as const;
const BELOW_LG = '(width < 64rem)';

export interface ListActionsProps {
  expenses: readonly ExpenseJson[];
  total: number;
  loadAll: () => Promise<readonly ExpenseJson[]>;
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
  const q = useDeferredValue(typed);
  const list = useExpenseList(ALL_EXPENSES, filterOf(search, q));
  const { rows, summary, error } = list;
  const total = list.isPlaceholderData ? rows.length : (countOf(summary) ?? rows.length);
  const { emails, barredOwner } = useReviewers(rows);
  const mayAct = useMayAct();
  const selection = useSelection(rows, barredOwner);
  const [chosen, setChosen] = useState<readonly ExpenseJson[] | null>(null);
  const review = useReview({ ...list, barredOwner }, chosen !== null);
  const { opened, previous, next, nextPending, show, close, decisions, editing } = review;
  useEffect(() => {
    if (error && !hasStatus(error, 403) && !hasCode(error, 'SEARCH_TOO_BROAD')) toast.error(texts.loadFailed);
  }, [error]);
  useEffect(() => {
    if (!opened) return;
    void DecisionDialogs.preload();
    void EditDialog.preload();
  }, [opened]);
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
    onSelect: (expense: ExpenseJson, withShift: boolean) => mayAct && selection.select(expense, withShift),
  });
  const { onShow, onRefused } = useStableActions({ onShow: show, onRefused: review.refuse });
  const clearFilters = () => {
    setTyped('');
    change({ user: '', status: undefined, category: '', q: '' });
  };
  const isFiltered = Boolean(search.user ?? search.status ?? search.category) || !isBlank(typed);
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
      {/* The toolbar is beside the tabs, where there is room. */}
      <div className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-2 lg:absolute lg:top-0 lg:right-0 lg:mb-0">
        <p role="status" className="text-sm text-muted">
          {list.hasData && summary && (summary.complete ? texts.count : texts.moreThan)(countOf(summary) ?? 0)}
        </p>
        <span data-screen-only className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Actions
            expenses={list.isPlaceholderData ? NONE : rows}
            total={total}
            loadAll={list.loadAll}
            barredOwner={barredOwner}
          />
        </span>
      </div>
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
        <LiveList list={list} isBehind={q !== typed} added={texts.added}>
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
      {opened && (
        <ExpenseSheet
          {...decisionHandlers}
          expense={opened}
          barredOwner={barredOwner}
          failure={failure}
          deciding={decisions.deciding}
          hasJustAppeared={review.hasJustAppeared}
          isRefused={review.isRefused}
          onRefused={onRefused}
          listed={rows}
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
