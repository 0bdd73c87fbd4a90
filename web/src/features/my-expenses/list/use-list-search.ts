import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ListSearch } from './list-search';

/** Changes the list's search parameters. Use `push` to open an expense, so that Back closes it. */
export function useListSearch() {
  const navigate = useNavigate({ from: '/my-expenses' });
  const change = useCallback(
    (changes: Partial<ListSearch>, step: 'push' | 'replace' = 'replace') => {
      void navigate({
        to: '/my-expenses',
        search: (search: ListSearch) => withoutBlanks({ ...search, ...changes }),
        replace: step === 'replace',
        resetScroll: false,
      });
    },
    [navigate],
  );
  const clear = useCallback(() => change({ status: undefined, category: undefined, q: undefined }), [change]);
  return { change, clear };
}

function withoutBlanks(search: ListSearch): ListSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));
}
