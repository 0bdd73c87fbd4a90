import { QueryClient } from '@tanstack/react-query';
import { isTransient } from '#lib/errors';

export function createQueryClient({ retryDelay = 400 } = {}) {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Offline is shown as an error instead of loading forever.
        networkMode: 'always',
        retry: (failures, error) => isTransient(error) && failures < 1,
        retryDelay,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
