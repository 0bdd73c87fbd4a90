import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api';
import { logged } from '#lib/log';
import { ADMIN_KEY } from '#panel/queries';

export const rateSourcesQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'exchange-rate-sources'],
  queryFn: ({ signal }) =>
    logged(
      'The state of the exchange rates could not be fetched',
      signal,
      api('GET /api/admin/exchange-rate-sources', { signal }),
    ),
  // Sources update once a day.
  staleTime: 300_000,
});
