import { queryOptions } from '@tanstack/react-query';
import type { ReportJson } from '@outlay/contracts';
import { fetchExpenses, type ListScope } from '#expense/expense-list';
import { api } from '#lib/api';

const PENDING_MS = 2000;

export function refetchWhilePending(reports: readonly ReportJson[] | undefined): number | false {
  return reports?.some(({ status }) => status === 'pending') ? PENDING_MS : false;
}

export const reportPreviewQuery = (filename: string) =>
  queryOptions({
    queryKey: ['report-preview', filename],
    queryFn: ({ signal }) => api('GET /api/admin/reports/{filename}/json', { params: { filename }, signal }),
    staleTime: Infinity,
  });

export const reportedExpenses = (scope: ListScope, { id, expense_ids: ids }: ReportJson) =>
  queryOptions({
    queryKey: [...scope.key, 'reported', id],
    queryFn: ({ signal }) => fetchExpenses(scope, ids, signal),
  });
