import { queryOptions } from '@tanstack/react-query';
import type { ReportJson } from '@outlay/contracts';
import { api } from '../lib/api';

const PENDING_MS = 2000;

/** How soon to ask again, in milliseconds, so that a report that is being made appears by itself; false when none is. */
export function refetchWhilePending(reports: readonly ReportJson[] | undefined): number | false {
  return reports?.some(({ status }) => status === 'pending') ? PENDING_MS : false;
}

/** The spreadsheet's own headers and rows; they never change once it is made. */
export const reportPreviewQuery = (filename: string) =>
  queryOptions({
    queryKey: ['report-preview', filename],
    queryFn: ({ signal }) => api('GET /api/admin/reports/{filename}/json', { params: { filename }, signal }),
    staleTime: Infinity,
  });
