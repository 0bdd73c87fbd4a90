import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api';
import { hasCode, isTransient } from '#lib/errors';
import { ADMIN_KEY } from './queries';

/** Asks until the server has read the past. */
export const patiently = {
  staleTime: Infinity,
  retry: (failures: number, error: Error) =>
    hasCode(error, 'SNAPSHOT_NOT_READY') || (isTransient(error) && failures < 1),
  retryDelay: 300,
};

export const pastUsers = (as_of: string) =>
  queryOptions({
    ...patiently,
    queryKey: [...ADMIN_KEY, 'past', as_of, 'users'],
    queryFn: ({ signal }) => api('GET /api/admin/users', { query: { as_of }, signal }),
  });
