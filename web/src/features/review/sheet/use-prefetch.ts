import { useQueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { useEffect } from 'react';
import { receiptPagesQuery } from '#expense/receipt-pages';
import { duplicatesQuery, historyQuery } from '#panel/queries';

export function usePrefetch(next: ExpenseJson | undefined) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!next) return;
    void queryClient.prefetchQuery(historyQuery(next.id, next.revision));
    // The server records duplicates as shown to the reviewer, so possible ones are not prefetched.
    if (next.duplicate_count === 0) void queryClient.prefetchQuery(duplicatesQuery(next.id));
    if (next.receipt !== null) void queryClient.prefetchQuery(receiptPagesQuery(next.receipt, 'first'));
  }, [queryClient, next]);
}
