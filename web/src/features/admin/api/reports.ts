import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { logged } from '../../../lib/log';
import { refetchWhilePending } from '../../../reports/report-queries';
import { ADMIN_KEY } from './admin-queries';

export const allReportsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'reports'],
  queryFn: ({ signal }) =>
    logged('The reports could not be fetched', signal, api('GET /api/admin/reports', { signal })),
  refetchInterval: ({ state }) => refetchWhilePending(state.data),
});
