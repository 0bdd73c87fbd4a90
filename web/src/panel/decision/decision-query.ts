import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api';
import { apiFile } from '#lib/api-files';
import { patiently } from '#panel/past-users';
import { receiptQuery } from '#expense/receipt';

/** The query is never cached, because it compares with the present. */
export const decisionQuery = (id: string, revision: number) =>
  queryOptions({
    ...patiently,
    queryKey: ['decision', id, revision],
    queryFn: ({ signal }) => {
      const params = { id, revision: String(revision) };
      return api('GET /api/admin/expenses/{id}/decisions/{revision}', { params, signal });
    },
    staleTime: 0,
    gcTime: 0,
  });

/** The key is that of all receipts, where the preview finds it: its own address serves only what an expense has now. */
export const receiptOfThenQuery = (id: string, revision: number, receipt: string) =>
  queryOptions({
    ...receiptQuery(receipt),
    queryFn: async ({ signal }) => {
      const params = { id, revision: String(revision) };
      return (await apiFile('GET /api/admin/expenses/{id}/decisions/{revision}/receipt', { params, signal })).blob;
    },
  });
