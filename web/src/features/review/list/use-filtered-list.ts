import { isBlank } from '@outlay/rules';
import { useCallback, useDeferredValue, useEffect } from 'react';
import { loadFailed } from '#strings/admin-expenses';
import { countOf } from '#expense/expense-list';
import { useExpenseList } from '#expense/use-expense-list';
import { hasCode, hasStatus } from '#lib/errors';
import { useTypedSearch } from '#lib/use-typed-search';
import { toast } from '#ui/toast';
import { chipsOf, filterOf, hasChips } from '#panel/panel-search';
import { ALL_EXPENSES } from '#panel/queries';
import { usePanelSearch } from '#panel/use-panel-search';

/** The list for the filters in the URL and the text in the search field, and what changes them. */
export function useFilteredList() {
  const [search, change] = usePanelSearch();
  const [typed, setTyped] = useTypedSearch(
    search.q ?? '',
    useCallback((q: string) => change({ q }), [change]),
  );
  const q = useDeferredValue(typed);
  const filter = filterOf(search, q);
  const list = useExpenseList(ALL_EXPENSES, filter);
  const { rows, summary, error } = list;
  useEffect(() => {
    if (error && !hasStatus(error, 403) && !hasCode(error, 'SEARCH_TOO_BROAD')) toast.error(loadFailed);
  }, [error]);
  return {
    list,
    filter,
    total: countOf(summary) ?? rows.length,
    /** The rows answer an earlier text than the one in the search field. */
    isBehind: q !== typed,
    search,
    change,
    typed,
    setTyped,
    isFiltered: Boolean(search.user ?? search.status ?? search.category) || hasChips(search) || !isBlank(typed),
    clearFilters: () => {
      setTyped('');
      change({ user: '', status: undefined, category: '', q: '', ...chipsOf({}) });
    },
  };
}
