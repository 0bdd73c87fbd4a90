import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onSessionEnd } from '../lib/session';
import { followTheme } from '../lib/theme';
import type { createAppRouter } from './router';

export interface AppProps {
  router: ReturnType<typeof createAppRouter>;
  queryClient: QueryClient;
}

export function App({ router, queryClient }: AppProps) {
  useEffect(followTheme, []);
  // Whatever ends the session, nothing of it stays in sight or in memory.
  useEffect(
    () =>
      onSessionEnd(() => {
        void router.navigate({ to: '/login', replace: true }).finally(() => queryClient.clear());
      }),
    [router, queryClient],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
