import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { readAdminSearch, withoutBlanks, type AdminSearch } from './admin-search';

export type ChangeSearch = (changes: Partial<AdminSearch>, step?: 'push' | 'replace') => void;

/** The address of the screen one is on, and how to change it. What is opened can be gone back from, a filter cannot. */
export function useAdminSearch(): [AdminSearch, ChangeSearch] {
  const search = useSearch({ strict: false, select: readAdminSearch, structuralSharing: true });
  const navigate = useNavigate();
  const change = useCallback<ChangeSearch>(
    (changes, step = 'replace') => {
      void navigate({
        to: '.',
        search: (now: AdminSearch) => withoutBlanks({ ...now, ...changes }),
        replace: step === 'replace',
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [search, change];
}
