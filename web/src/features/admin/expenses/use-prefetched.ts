import { useQueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { useEffect } from 'react';
import { receiptQuery } from '../../../expense/receipt';
import { historyQuery } from '../api/admin-queries';

/** Loads what the next expense shows while this one is looked at. */
export function usePrefetched(next: ExpenseJson | undefined) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!next) return;
    void queryClient.prefetchQuery(historyQuery(next.id, next.revision));
    if (next.receipt !== null) void queryClient.prefetchQuery(receiptQuery(next.receipt));
  }, [queryClient, next]);
}
