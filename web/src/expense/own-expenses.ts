import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api';
import { logFailure } from '#lib/log';

export const ownExpensesQuery = queryOptions({
  queryKey: ['expenses', 'own'],
  queryFn: async ({ signal }) => {
    try {
      return await api('GET /api/expenses', { signal });
    } catch (error) {
      if (!signal.aborted) logFailure('The expenses could not be fetched', error);
      throw error;
    }
  },
});
