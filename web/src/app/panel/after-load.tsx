import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import { ADMIN_KEY } from '#panel/queries';

/**
 * Shows what it holds once nothing of the panel is being loaded, and what was is drawn, so that it is in the way of nothing
 * that is.
 */
export function AfterLoad({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [isDue, setIsDue] = useState(false);

  useEffect(() => {
    if (isDue) return;
    const look = notifyManager.batchCalls(() => {
      if (queryClient.isFetching({ queryKey: ADMIN_KEY }) === 0) setIsDue(true);
    });
    // What stands before this in the panel has begun to load by now: its effects come first.
    look();
    return queryClient.getQueryCache().subscribe(look);
  }, [queryClient, isDue]);

  // What has just arrived is drawn aside (`useDeferredData`): this comes after it, not above where it will stand.
  return useDeferredValue(isDue) && children;
}
