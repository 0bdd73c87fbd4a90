import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import { ADMIN_KEY } from '#panel/queries';

/** Renders its children once the panel's queries have settled and their data is rendered. */
export function AfterLoad({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [isDue, setIsDue] = useState(false);

  useEffect(() => {
    if (isDue) return;
    const check = notifyManager.batchCalls(() => {
      if (queryClient.isFetching({ queryKey: ADMIN_KEY }) === 0) setIsDue(true);
    });
    // The panel's other queries have started by now: their effects run first.
    check();
    return queryClient.getQueryCache().subscribe(check);
  }, [queryClient, isDue]);

  // Deferred data renders first, so that this does not shift.
  return useDeferredValue(isDue) && children;
}
