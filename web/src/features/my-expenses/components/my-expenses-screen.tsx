import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Plus, ReceiptText } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/my-expenses';
import * as ui from '#strings/ui';
import { prepareFigures } from '#expense/format';
import { ownExpensesQuery } from '#expense/own-expenses';
import { useDeferredData } from '#lib/use-deferred-data';
import { useMediaQuery } from '#lib/use-media-query';
import { useTypedSearch } from '#lib/use-typed-search';
import { Button, buttonClass } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { lazyPart } from '#ui/lazy-part';
import { Notice } from '#ui/notice';
import { PageHeader } from '#ui/page-header';
import { SkeletonRows } from '#ui/skeleton';
import { isFiltered } from '../list/list-search';
import { categoriesOf, selectExpenses } from '../list/select-expenses';
import { useListSearch } from '../list/use-list-search';
import { ExpenseCards } from './expense-cards';
import { ExpenseTable } from './expense-table';
import { Filters } from './filters';
import { StatusSummary } from './status-summary';

const ExpenseDetails = lazyPart(() => import('./expense-details'));
const DeleteDraftDialog = lazyPart(() => import('./delete-draft-dialog'));

prepareFigures();

const NONE: ExpenseJson[] = [];
const BELOW_MD = '(width < 48rem)';

export function MyExpensesScreen() {
  const { data: fetched, isError, refetch, isFetching } = useQuery(ownExpensesQuery);
  const data = useDeferredData(fetched);
  const isPending = data === undefined && !isError;
  const expenses = data ?? NONE;
  const search = useSearch({ from: '/signed-in/shell/my-expenses' });
  const { change, clear } = useListSearch();
  const updateUrl = useCallback((text: string) => change({ q: text }), [change]);
  const [typed, setTyped] = useTypedSearch(search.q ?? '', updateUrl);
  const [deleting, setDeleting] = useState<ExpenseJson | null>(null);
  const isNarrow = useMediaQuery(BELOW_MD);
  const q = useDeferredValue(typed);

  const { status, category, sort } = search;
  const categories = useMemo(() => categoriesOf(expenses), [expenses]);
  const shown = useMemo(
    () => selectExpenses(expenses, { status, category, sort, q }),
    [expenses, status, category, sort, q],
  );
  const List = isNarrow ? ExpenseCards : ExpenseTable;
  const clearFilters = () => {
    setTyped('');
    clear();
  };

  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle} actions={<NewExpense />} />
      {(data || isPending) && (
        <StatusSummary
          expenses={expenses}
          loading={isPending}
          status={status}
          onStatus={(next) => change({ status: next })}
        />
      )}
      <Filters
        search={search}
        categories={categories}
        typed={typed}
        onTyped={setTyped}
        onChange={change}
        matches={isFiltered({ status, category, q }) ? shown.length : null}
      />
      {isError && (
        <Notice tone="error" className="mb-4">
          <p>{texts.loadFailed}</p>
          <Button size="sm" className="mt-2" busy={isFetching} onClick={() => void refetch()}>
            {ui.retry}
          </Button>
        </Notice>
      )}
      {isPending && <SkeletonRows label={texts.loading} />}
      {data && data.length === 0 && (
        <EmptyState icon={<ReceiptText aria-hidden />} title={texts.none} action={<NewExpense />}>
          {texts.noneYet}
        </EmptyState>
      )}
      {data && data.length > 0 && shown.length === 0 && (
        <EmptyState title={texts.noMatch} action={<Button onClick={clearFilters}>{texts.clearFilters}</Button>}>
          {texts.noMatchText}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <List
          expenses={shown}
          onOpen={(expense) => change({ expense: expense.expense_id }, 'push')}
          onDelete={setDeleting}
        />
      )}
      {data && search.expense && (
        <ExpenseDetails
          expense={data.find(({ expense_id }) => expense_id === search.expense) ?? null}
          neighbours={shown}
          onShow={(expense) => change({ expense: expense.expense_id })}
          onClose={() => change({ expense: undefined })}
          onDelete={setDeleting}
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
      <Plus aria-hidden /> {texts.newExpense}
    </Link>
  );
}
