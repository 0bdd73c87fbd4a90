import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { incomingReceiptOf } from '#lib/incoming-receipt';
import { onSessionEnd, onUserChange } from '#lib/session';
import { followTheme } from '#lib/theme';
import type { createAppRouter } from './router';

export interface AppProps {
  router: ReturnType<typeof createAppRouter>;
  queryClient: QueryClient;
}

export function App({ router, queryClient }: AppProps) {
  useEffect(followTheme, []);
  // Data on the screen belongs to the previous user and must not be sent with the new login.
  useEffect(() => onUserChange(() => window.location.reload()), []);
  useEffect(
    () =>
      onSessionEnd((expired) => {
        const { location } = router.state;
        const ended = expired && { ended: { email: expired.email, from: location.href } };
        void router
          .navigate({ to: '/login', state: { ...incomingReceiptOf(location), ...ended }, replace: true })
          .finally(() => queryClient.clear());
      }),
    [router, queryClient],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
