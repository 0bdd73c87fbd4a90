import { queryOptions } from '@tanstack/react-query';
import type { IsoDate } from '@outlay/rules';
import { api } from '#lib/api';

export interface RateRequest {
  readonly from: string;
  readonly to: string;
  readonly date: IsoDate;
}

export const exchangeRateQuery = ({ from, to, date }: RateRequest) =>
  queryOptions({
    queryKey: ['exchange-rate', from, to, date],
    queryFn: ({ signal }) => api('GET /api/exchange-rate', { query: { from, to, date }, signal }),
    staleTime: 300_000,
  });
