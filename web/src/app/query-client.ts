import { onlineManager, QueryClient } from '@tanstack/react-query';
import { isTransient } from '#lib/errors';

export function createQueryClient({ retryDelay = 400 } = {}) {
  // It is not asked for at the start.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Offline is shown as an error instead of loading forever.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => isTransient(error) && failures < 1,
        retryDelay,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
