import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { withoutBlanks } from '#lib/url-search';
import type { ListSearch } from './list-search';

/** Changes the list's search parameters. Use `push` to open an expense, so that Back closes it. */
export function useListSearch() {
  const navigate = useNavigate({ from: '/my-expenses' });
  return useCallback(
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
}
