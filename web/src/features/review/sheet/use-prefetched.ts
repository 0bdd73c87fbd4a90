import { useQueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { useEffect } from 'react';
import { receiptQuery } from '#expense/receipt';
import { duplicatesQuery, historyQuery } from '#panel/queries';

/** Loads what the next expense shows while this one is looked at. */
export function usePrefetched(next: ExpenseJson | undefined) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!next) return;
    void queryClient.prefetchQuery(historyQuery(next.id, next.revision));
    // The server takes the answer for shown, so what may be a duplicate is asked for only when it is looked at.
    if (next.duplicate_count === 0) void queryClient.prefetchQuery(duplicatesQuery(next.id));
    if (next.receipt !== null) void queryClient.prefetchQuery(receiptQuery(next.receipt));
  }, [queryClient, next]);
}
