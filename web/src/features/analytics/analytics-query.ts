import type { Status } from '@outlay/rules';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api';
import { patiently } from '#panel/past-users';
import { ADMIN_KEY } from '#panel/queries';

export interface Asked {
  readonly from: string;
  readonly to: string;
  readonly statuses: readonly Status[];
}

/** @param asOf an ISO instant of the past, or undefined for now */
export const analyticsQuery = ({ from, to, statuses }: Asked, asOf: string | undefined) =>
  queryOptions({
    ...(asOf !== undefined && patiently),
    queryKey: [...ADMIN_KEY, 'analytics', from, to, statuses, asOf],
    queryFn: ({ signal }) =>
      api('GET /api/admin/analytics', { query: { from, to, status: statuses.join(','), as_of: asOf }, signal }),
  });
