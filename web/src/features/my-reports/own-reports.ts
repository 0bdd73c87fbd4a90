import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api';
import { hasStatus } from '#lib/errors';
import { logged } from '#lib/log';
import { refetchWhilePending } from '#reports/report-queries';

/** The user's payment reports, the latest first; empty without permission. */
export const ownReportsQuery = queryOptions({
  queryKey: ['reports', 'own'],
  queryFn: async ({ signal }) => {
    try {
      const request = api('GET /api/admin/my-reports', { signal, keepSession: true });
      return (await logged('The reports could not be fetched', signal, request)).reports;
    } catch (error) {
      if (hasStatus(error, 401, 403)) return [];
      throw error;
    }
  },
  refetchInterval: ({ state }) => refetchWhilePending(state.data),
});
