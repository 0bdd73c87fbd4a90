import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Glyph } from '#ui/glyph';
import { useCallback, useDeferredValue, useState } from 'react';
import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/my-expenses';
import { prepareFigures } from '#expense/format';
import { countOf, expenseSummary } from '#expense/expense-list';
import { ListFailure } from '#expense/list-failure';
import { LiveList } from '#expense/live-list';
import { OfflineNotice } from '#expense/offline-notice';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { StatusSummary } from '#expense/status-summary';
import { useExpenseList } from '#expense/use-expense-list';
import { useOneExpense } from '#expense/use-one-expense';
import { useProfile } from '#lib/profile';
import { useMediaQuery } from '#lib/use-media-query';
import { useStableActions } from '#lib/use-stable-actions';
import { useTypedSearch } from '#lib/use-typed-search';
import { BottomBar } from '#ui/bottom-bar';
import { Button, buttonClass } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { lazyPart } from '#ui/lazy-part';
import { LoadFailure } from '#ui/load-failure';
import { PageHeader } from '#ui/page-header';
import { SkeletonRows } from '#ui/skeleton';
import { filterOf, isFiltered } from './list-search';
import { asStored } from './stored-text';
import { useKeptOnDevice } from './use-kept-on-device';
import { useListSearch } from './use-list-search';
import type { ListProps } from './expense-actions';
import { ExpenseCards } from './expense-cards';
import { ExpenseTable } from './expense-table';
import { Filters } from './filters';

const ExpenseDetails = lazyPart(() => import('./expense-details'));
// Without a network it may not load; the list is shown all the same.
const OnDevice = lazyPart<object>(() => import('./on-device').catch(() => ({ default: () => null })));
const TripBar = lazyPart(() => import('./trips/trip-bar'));
const TripsDialog = lazyPart(() => import('./trips/trips-dialog'));
const DeleteDraftDialog = lazyPart(() => import('./delete-draft-dialog'));

prepareFigures();

const BELOW_MD = '(width < 48rem)';
const SUMMARISED = ['submitted', 'approved', 'rejected', 'draft'] as const;

export function MyExpensesScreen() {
  const search = useSearch({ from: '/signed-in/shell/my-expenses' });
  const change = useListSearch();
  const updateUrl = useCallback((text: string) => change({ q: text }), [change]);
  const [typed, setTyped] = useTypedSearch(search.q ?? '', updateUrl);
  const q = useDeferredValue(typed);
  const list = useExpenseList(OWN_EXPENSES, filterOf(search, asStored(q)));
  const counted = useQuery(expenseSummary(OWN_EXPENSES, {}));
  const all = counted.data;
  const hasKept = useKeptOnDevice();
  const ownCurrency = useProfile().reimbursement_currency ?? 'EUR';
  const [deleting, setDeleting] = useState<ExpenseJson | null>(null);
  const [areTripsOpen, setTripsOpen] = useState(false);
  const isNarrow = useMediaQuery(BELOW_MD);

  const { rows, summary } = list;
  const opened = useOneExpense(OWN_EXPENSES, search.expense, rows);
  // Until the server has answered, nothing is known but what the filter before found.
  const isSearched = list.isPlaceholderData || isFiltered({ ...search, q });
  const total = countOf(summary) ?? rows.length;
  const shown: ListProps = {
    expenses: rows,
    total,
    isPart: list.isPart,
    onSeen: list.onSeen,
    ...useStableActions({ onOpen: (expense: ExpenseJson) => change({ expense: expense.expense_id }, 'push') }),
    onDelete: setDeleting,
  };
  const clearFilters = () => {
    setTyped('');
    change({ status: undefined, category: undefined, trip: undefined, q: undefined });
  };

  return (
    <>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        actions={
          <>
            <Button aria-haspopup="dialog" onClick={() => setTripsOpen(true)}>
              {texts.trips}
            </Button>
            {!isNarrow && <NewExpense />}
          </>
        }
      />
      <StatusSummary
        label={texts.summary}
        statuses={SUMMARISED}
        currencies={[ownCurrency]}
        summary={all}
        status={search.status}
        onStatus={(next) => change({ status: next })}
      />
      {search.trip && <TripBar key={search.trip} trip={search.trip} onLeave={() => change({ trip: undefined })} />}
      <Filters search={search} categories={all?.categories ?? []} typed={typed} onTyped={setTyped} onChange={change} />
      <p role="status" className="text-sm text-muted not-empty:mb-2">
        {isSearched && summary && (summary.complete ? texts.matches : texts.moreMatches)(total)}
      </p>
      <OfflineNotice keptAt={list.keptAt} loadedAt={list.loadedAt} />
      {hasKept && <OnDevice />}
      <ListFailure list={list} text={texts.loadFailed} />
      {!list.failure && <LoadFailure query={counted} text={texts.loadFailed} className="mb-4" />}
      {list.isPending && <SkeletonRows label={texts.loading} />}
      {list.hasData && rows.length === 0 && !isSearched && (
        <EmptyState icon={<Glyph name="receipt-text" />} title={texts.none} action={<NewExpense />}>
          {texts.noneYet}
        </EmptyState>
      )}
      {list.hasData && rows.length === 0 && isSearched && (
        <EmptyState title={texts.noMatch} action={<Button onClick={clearFilters}>{texts.clearFilters}</Button>}>
          {texts.noMatchText}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <LiveList list={list} isBehind={q !== typed} added={texts.added}>
          {isNarrow ? (
            <ExpenseCards {...shown} />
          ) : (
            <ExpenseTable {...shown} sort={search.sort} onSort={(sort) => change({ sort })} />
          )}
        </LiveList>
      )}
      {isNarrow && (
        <BottomBar>
          <NewExpense />
        </BottomBar>
      )}
      {opened !== undefined && (
        <ExpenseDetails
          expense={opened}
          neighbours={rows}
          onShow={(expense) => change({ expense: expense.expense_id })}
          onClose={() => change({ expense: undefined })}
          onDelete={setDeleting}
        />
      )}
      {areTripsOpen && (
        <TripsDialog
          onShow={(trip) => {
            setTripsOpen(false);
            change({ trip }, 'push');
          }}
          onClose={() => setTripsOpen(false)}
        />
      )}
      {deleting && (
        <DeleteDraftDialog
          expense={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null);
            if (search.expense) change({ expense: undefined });
          }}
        />
      )}
    </>
  );
}

function NewExpense() {
  return (
    <Link to="/submit-expense" className={buttonClass({ variant: 'primary' })}>
      <Glyph name="plus" /> {texts.newExpense}
    </Link>
  );
}
