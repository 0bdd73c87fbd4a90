import { lazy, Suspense, useCallback, useDeferredValue, useEffect } from 'react';
import type { Status } from '@outlay/rules';
import { useMediaQuery } from '../../../lib/use-media-query';
import { useStableActions } from '../../../lib/use-stable-actions';
import { useTypedSearch } from '../../../lib/use-typed-search';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice, Notice } from '../../../ui/notice';
import { SkeletonRows } from '../../../ui/skeleton';
import { useAdminSearch } from '../use-admin-search';
import { ExpenseCards } from './expense-cards';
import { ExpenseTable } from './expense-table';
import { Filters } from './filters';
import { PayButton } from './pay-button';
import { StatusSummary } from './status-summary';
import { useListedExpenses } from './use-listed-expenses';
import { useReview } from './use-review';

const loadDialogs = () => import('./decision-dialogs');
const DecisionDialogs = lazy(loadDialogs);
const ExpenseSheet = lazy(() => import('./expense-sheet'));

const BELOW_LG = '(width < 64rem)';

export function ExpensesTab() {
  const [search, change] = useAdminSearch();
  const [typed, setTyped] = useTypedSearch(
    search.q ?? '',
    useCallback((q: string) => change({ q }), [change]),
  );
  const list = useListedExpenses(search, useDeferredValue(typed));
  const { opened, previous, next, show, close, decisions } = useReview(list.expenses, list.shown);
  useEffect(() => {
    if (opened) void loadDialogs();
  }, [opened]);
  const onStatus = useCallback((status: Status | undefined) => change({ status }), [change]);
  const List = useMediaQuery(BELOW_LG) ? ExpenseCards : ExpenseTable;
  const deciding = useStableActions({
    onApprove: decisions.approve,
    onReject: decisions.askReason,
    onRevert: decisions.revert,
  });
  const { onOpen } = useStableActions({ onOpen: show });
  const { failure, question } = decisions;
  const dialogs = question && <DecisionDialogs decisions={decisions} question={question} />;

  return (
    <>
      <StatusSummary expenses={list.shown} status={search.status} onStatus={onStatus} />
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
          {list.hasData && (list.shown.length === 1 ? '1 expense' : `${list.shown.length} expenses`)}
        </p>
        <PayButton search={search} expenses={list.shown} />
      </div>
      {list.error && (
        <Notice tone="error" className="mb-4">
          <p>Failed to fetch data</p>
          <Button size="sm" className="mt-2" busy={list.isFetching} onClick={() => void list.refetch()}>
            Retry
          </Button>
        </Notice>
      )}
      {failure && !opened && <ErrorNotice error={failure.error} fallback={failure.text} className="mb-4" />}
      {list.isPending && <SkeletonRows label="Loading expenses..." />}
      {list.hasData && list.shown.length === 0 && <EmptyState title="No expenses found matching your filters." />}
      {list.shown.length > 0 && <List expenses={list.shown} deciding={deciding} onOpen={onOpen} />}
      <Suspense>
        {opened && (
          <ExpenseSheet
            {...deciding}
            expense={opened}
            failure={failure}
            busy={decisions.busy}
            onPrevious={previous ? () => show(previous) : null}
            onNext={next ? () => show(next) : null}
            onClose={close}
          >
            {dialogs}
          </ExpenseSheet>
        )}
        {!opened && dialogs}
      </Suspense>
    </>
  );
}
