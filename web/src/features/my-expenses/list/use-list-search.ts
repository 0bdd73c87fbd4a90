import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { ListSearch } from './list-search';

/** How long typing rests before the address follows it. */
const SETTLE_MS = 250;

/** Changes the address of the list. Opening an expense is a step one can go back from, filtering is not. */
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

/** The text as it is typed, at once; the address follows when typing rests, and leads when it changes by itself. */
export function useTypedSearch(inAddress: string): [string, (typed: string) => void] {
  const { change } = useListSearch();
  const [typed, setTyped] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const [sent, setSent] = useState(inAddress);
  if (inAddress !== seen) {
    setSeen(inAddress);
    if (inAddress !== sent) {
      setSent(inAddress);
      setTyped(inAddress);
    }
  }
  useEffect(() => {
    if (typed === sent) return;
    const timer = setTimeout(() => {
      setSent(typed);
      change({ q: typed });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed, sent, change]);
  return [typed, setTyped];
}
