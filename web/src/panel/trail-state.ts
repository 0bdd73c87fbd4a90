import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api';
import { logged } from '#lib/log';
import { ADMIN_KEY } from './queries';

export const trailStateQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'trail-state'],
  queryFn: ({ signal }) =>
    logged('The state of the trail could not be fetched', signal, api('GET /api/audit/state', { signal })),
  refetchInterval: 60_000,
});
