import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** The page load comes first: precaching all chunks would compete with it. */
const DELAY_MS = 3000;

export function useBackground(userId: string | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (!userId) return;
    const over = new AbortController();
    const timer = setTimeout(
      () =>
        import('./background').then(
          ({ startBackground }) => startBackground(client, userId, over.signal),
          () => undefined,
        ),
      DELAY_MS,
    );
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [client, userId]);
}
