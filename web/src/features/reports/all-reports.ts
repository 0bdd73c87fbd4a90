import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api';
import { logged } from '#lib/log';
import { refetchWhilePending } from '#reports/report-queries';
import { ALL_REPORTS_KEY } from '#panel/queries';

export const allReportsQuery = queryOptions({
  queryKey: ALL_REPORTS_KEY,
  queryFn: ({ signal }) =>
    logged('The reports could not be fetched', signal, api('GET /api/admin/reports', { signal })),
  refetchInterval: ({ state }) => refetchWhilePending(state.data),
});
