import type { ReportJson } from '@outlay/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api';
import { hasStatus } from '#lib/errors';
import { askAgain, type MaybeKept } from '#lib/ask-again';
import { orLastReply } from '#lib/last-reply';
import { logged } from '#lib/log';
import { refetchWhilePending } from '#reports/report-queries';

interface OwnReports extends MaybeKept {
  readonly reports: readonly ReportJson[];
}

const { refetchInterval, refetchOnReconnect } = askAgain<OwnReports>(({ keptAt }) => keptAt);

/** The user's payment reports, the latest first; empty without permission. */
export const ownReportsQuery = queryOptions({
  queryKey: ['reports', 'own'],
  queryFn: async ({ signal }): Promise<OwnReports> => {
    try {
      const request = () => api('GET /api/admin/my-reports', { signal, keepSession: true });
      return await logged('The reports could not be fetched', signal, orLastReply('reports', request));
    } catch (error) {
      if (hasStatus(error, 401, 403)) return { reports: [] };
      throw error;
    }
  },
  refetchInterval: (query) => refetchInterval(query) || refetchWhilePending(query.state.data?.reports),
  refetchOnReconnect,
});
