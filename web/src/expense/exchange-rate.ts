import { queryOptions } from '@tanstack/react-query';
import type { IsoDate } from '@outlay/rules';
import { api } from '../lib/api';

export interface RateQuestion {
  readonly from: string;
  readonly to: string;
  readonly date: IsoDate;
}

/** The rate of one unit of `from` in `to` on a day, as the server would freeze it with an expense saved now. */
export const exchangeRateQuery = ({ from, to, date }: RateQuestion) =>
  queryOptions({
    queryKey: ['exchange-rate', from, to, date],
    queryFn: ({ signal }) => api('GET /api/exchange-rate', { query: { from, to, date }, signal }),
    staleTime: 300_000,
  });
