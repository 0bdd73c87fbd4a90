import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { withoutBlanks } from '#lib/url-search';
import { readPanelSearch, type PanelSearch } from './panel-search';

export type ChangeSearch = (changes: Partial<PanelSearch>, step?: 'push' | 'replace') => void;

/** The panel's URL parameters, and a setter. Opening pushes history, filtering replaces it. */
export function usePanelSearch(): [PanelSearch, ChangeSearch] {
  const search = useSearch({ strict: false, select: readPanelSearch, structuralSharing: true });
  const navigate = useNavigate();
  const change = useCallback<ChangeSearch>(
    (changes, step = 'replace') => {
      void navigate({
        to: '.',
        search: (now: PanelSearch) => withoutBlanks({ ...now, ...changes }),
        replace: step === 'replace',
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [search, change];
}
