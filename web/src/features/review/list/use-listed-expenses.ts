import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/admin-expenses';
import { hasStatus } from '#lib/errors';
import { useProfile } from '#lib/profile';
import { useDeferredData } from '#lib/use-deferred-data';
import { toast } from '#ui/toast';
import type { PanelSearch } from '#panel/panel-search';
import { allExpensesQuery, usersQuery } from '#panel/queries';
import { barredOwnerOf } from '#panel/super-admins';
import { categoriesOf, filterExpenses, orderExpenses } from './select-expenses';

const NONE: ExpenseJson[] = [];

export function useListedExpenses({ user, status, category, sort }: PanelSearch, q: string) {
  const { data: answered, error, isFetching, refetch } = useQuery(allExpensesQuery);
  const data = useDeferredData(answered);
  const isPending = data === undefined && error === null;
  const { data: users } = useQuery(usersQuery);
  const { id: reviewerId } = useProfile();
  const expenses = data ?? NONE;

  useEffect(() => {
    if (error && !hasStatus(error, 403)) toast.error(texts.loadFailed);
  }, [error]);

  const ordered = useMemo(() => orderExpenses(expenses, sort), [expenses, sort]);
  const shown = useMemo(
    () => filterExpenses(ordered, { user, status, category, q }),
    [ordered, user, status, category, q],
  );
  const categories = useMemo(() => categoriesOf(expenses), [expenses]);
  const emails = useMemo(
    () =>
      [...new Set([...(users ?? []).map(({ email }) => email), ...expenses.map((each) => each.user_email)])].toSorted(),
    [users, expenses],
  );
  const barredOwner = barredOwnerOf(reviewerId, users);
  const hasData = data !== undefined;
  return { expenses, shown, categories, emails, barredOwner, hasData, error, isPending, isFetching, refetch };
}
