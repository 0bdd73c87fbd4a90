import type { ExpenseJson } from '@outlay/contracts';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import * as texts from '#strings/admin-expenses';
import * as expenseTexts from '#strings/expense';
import * as pastTexts from '#strings/past';
import { countOf } from '#expense/expense-list';
import { formatMoney, formatShortDate } from '#expense/format';
import { Filter, ListFilters, StatusFilter, withChosen } from '#expense/list-filters';
import { StatusPill } from '#expense/status-pill';
import { StatusSummary } from '#expense/status-summary';
import { useMediaQuery } from '#lib/use-media-query';
import { useTypedSearch } from '#lib/use-typed-search';
import { CURRENCIES } from '#panel/currencies';
import { AddFilter, FilterChips } from '#panel/filter-chips/add-filter';
import { useExpenseColumns } from '#panel/expense-columns';
import { useDensity } from '#panel/list-view';
import { isSeveral, pastFilterOf } from '#panel/panel-search';
import { pastUsers } from '#panel/past-users';
import { usePanelSearch } from '#panel/use-panel-search';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { ExportButton } from '#panel/export-list/export-button';
import { lazyPart } from '#ui/lazy-part';
import { ListTable, type ListColumn } from '#ui/list-table';
import { LoadFailure } from '#ui/load-failure';
import { Notice } from '#ui/notice';
import { SkeletonRows } from '#ui/skeleton';
import { changesSince } from './changes-since';
import { pastExpense, pastExpenses, pastSummary, presentOf } from './past-queries';

const PrintAll = lazyPart(() => import('#expense/print-all'));
const PastSheet = lazyPart(() => import('./past-sheet'));

const STATUSES = ['submitted', 'approved', 'paid', 'draft', 'rejected'] as const;
const BELOW_LG = '(width < 64rem)';

export function PastExpenses({ asOf }: { asOf: string }) {
  const [search, change] = usePanelSearch();
  const [typed, setTyped] = useTypedSearch(
    search.q ?? '',
    useCallback((q: string) => change({ q }), [change]),
  );
  const filter = pastFilterOf(search);
  const list = useInfiniteQuery(pastExpenses(asOf, filter));
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const counted = useQuery(pastSummary(asOf, filter));
  const { data: users = [] } = useQuery(pastUsers(asOf));
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const changes = useQueries({
    queries: (data?.pages ?? []).map((page) => presentOf(asOf, filter, page.rows)),
    combine: (results) => (expense: ExpenseJson) => {
      const page = data?.pages.findIndex((each) => each.rows.includes(expense)) ?? -1;
      const present = results[page]?.data;
      return present && changesSince(expense, present.find(({ id }) => id === expense.id) ?? null);
    },
  });
  const printed = {
    rows,
    summary: counted.data,
    hasNextPage,
    loadNext: () => fetchNextPage({ cancelRefetch: false }),
  };
  const List = useMediaQuery(BELOW_LG) ? Cards : Rows;
  const { user = '', status } = search;
  return (
    <>
      <StatusSummary
        label={texts.summary}
        statuses={STATUSES}
        currencies={CURRENCIES}
        summary={counted.data}
        status={status}
        onStatus={(next) => change({ status: next })}
      />
      <ListFilters
        typed={typed}
        onTyped={setTyped}
        searched={texts.searched}
        chosen={[user, status].filter(Boolean).length}
        className="md:grid-cols-[2fr_1.5fr_auto_auto]"
      >
        <Filter
          label={texts.user}
          value={user}
          options={[
            ['', texts.allUsers],
            ...withChosen(
              users.map(({ email }) => email),
              user,
              isSeveral(user) ? texts.severalUsers : user,
            ),
          ]}
          onChange={(next) => change({ user: next })}
        />
        <StatusFilter status={status} onStatus={(next) => change({ status: next })} />
        <span className="flex gap-2">
          <AddFilter search={search} onChange={change} />
          <ExportButton filter={filter} asOf={asOf} />
        </span>
      </ListFilters>
      <FilterChips search={search} onChange={change} />
      <LoadFailure query={list.error ? list : counted} fallback={pastTexts.failed} className="mb-4" />
      {isPending && <SkeletonRows label={texts.loading} />}
      {data && rows.length === 0 && <EmptyState title={texts.noMatch} />}
      {(hasNextPage || (data?.pages.length ?? 0) > 1) && (
        <PrintAll key={JSON.stringify([asOf, filter])} list={printed} />
      )}
      {rows.length > 0 && (
        <List
          rows={rows}
          changesOf={changes}
          total={countOf(counted.data) ?? rows.length}
          onOpen={({ expense_id }) => change({ expense: expense_id }, 'push')}
        />
      )}
      {hasNextPage && (
        <Button className="mt-4" aria-busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {pastTexts.more}
        </Button>
      )}
      {search.expense && (
        <Opened
          key={search.expense}
          expenseId={search.expense}
          asOf={asOf}
          rows={rows}
          onClose={() => change({ expense: undefined })}
        />
      )}
    </>
  );
}

interface OpenedProps {
  expenseId: string;
  asOf: string;
  rows: readonly ExpenseJson[];
  onClose: () => void;
}

/** The opened expense need not be among the loaded rows. */
function Opened({ expenseId, asOf, rows, onClose }: OpenedProps) {
  const row = rows.find(({ expense_id }) => expense_id === expenseId);
  const query = useQuery({ ...pastExpense(asOf, expenseId), enabled: row === undefined });
  const { data: expense = row } = query;
  if (expense) return <PastSheet expense={expense} asOf={asOf} onClose={onClose} />;
  if (expense === undefined) return <LoadFailure query={query} fallback={pastTexts.failed} className="mt-4" />;
  return (
    <Notice tone="info" className="mt-4">
      {pastTexts.notThere(expenseId)}
    </Notice>
  );
}

interface ListProps {
  rows: readonly ExpenseJson[];
  /** Says what is different now; undefined while it is not known. */
  changesOf: (expense: ExpenseJson) => string | undefined;
  total: number;
  onOpen: (expense: ExpenseJson) => void;
}

interface Row {
  expense: ExpenseJson;
  changes: string | undefined;
}

const USER: ListColumn<Row> = {
  name: texts.user,
  width: '9.5rem',
  className: 'truncate',
  title: ({ expense }) => `${expense.user_name}, ${expense.user_email}`,
  cell: ({ expense }) => <bdi>{expense.user_name}</bdi>,
};
const SINCE: ListColumn<Row> = {
  name: pastTexts.nowColumn,
  width: '8rem',
  className: 'line-clamp-2 text-xs font-semibold text-submitted',
  title: ({ changes }) => changes,
  cell: ({ changes }) => changes,
};
const ignore = () => undefined;

function Rows({ rows, changesOf, total, onOpen }: ListProps) {
  const columns = useExpenseColumns(USER, SINCE);
  const density = useDensity();
  return (
    <ListTable
      {...density}
      aria-label={texts.table}
      columns={columns}
      items={rows}
      total={total}
      isPart={false}
      cells={(expense) => ({ expense, changes: changesOf(expense) })}
      onOpen={onOpen}
      onSeen={ignore}
    />
  );
}

/** A click reaches the row. */
function OpenButton({ expense: { expense_id } }: { expense: ExpenseJson }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="figures min-h-6 text-xs text-accent underline-offset-3 max-lg:underline hover:underline"
    >
      {expense_id}
    </button>
  );
}

function Cards({ rows, changesOf, onOpen }: Omit<ListProps, 'total'>) {
  return (
    <ul aria-label={texts.table} className="space-y-3">
      {rows.map((expense) => (
        <li
          key={expense.id}
          onClick={() => onOpen(expense)}
          className="cursor-pointer space-y-1 rounded-xl border border-line bg-surface p-4 text-sm"
        >
          <div className="flex items-baseline justify-between gap-3">
            <span className="figures text-base font-semibold">
              {formatMoney(expense.reimbursement_amount, expense.reimbursement_currency)}
            </span>
            <StatusPill status={expense.status} />
          </div>
          <p className="wrap-anywhere">{expense.justification ?? expenseTexts.unknown}</p>
          <p className="text-muted">
            {expense.user_name}, {formatShortDate(expense.date)}, {formatMoney(expense.amount, expense.currency)}
          </p>
          <p className="text-xs font-semibold text-submitted empty:hidden">{changesOf(expense)}</p>
          <OpenButton expense={expense} />
        </li>
      ))}
    </ul>
  );
}
