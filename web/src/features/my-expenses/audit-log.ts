import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api';

export const auditLogQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: ['expenses', 'audit', id, revision],
    queryFn: async ({ signal }) => (await api('GET /api/expenses/{id}/audit', { params: { id }, signal })).audit_log,
  });
