import type { ExpenseJson } from '@outlay/contracts';
import { currencyProblem, parseRate, type Decimal, type IsoDate, type ReimbursementCurrency } from '@outlay/rules';
import { useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '#lib/use-debounced-value';
import { exchangeRateQuery } from './exchange-rate';

export interface FetchedRate {
  readonly rate: Decimal;
  /** Null if both currencies are the same. */
  readonly source: string | null;
  readonly day: IsoDate | null;
  readonly stale: boolean;
  readonly provisional: boolean;
}

export type FormRate =
  | { readonly status: 'none' | 'loading' }
  | { readonly status: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly status: 'ready'; readonly fetched: FetchedRate };

const SAME_CURRENCY: FetchedRate = { rate: '1', source: null, day: null, stale: false, provisional: false };

export interface RateInput {
  readonly from: string | null;
  readonly to: ReimbursementCurrency | null;
  readonly date: IsoDate | null;
}

export function useFetchedRate({ from, to, date }: RateInput, debounceMs: number, enabled = true): FormRate {
  const isAsked = enabled && from !== to && to !== null && from !== null && date !== null;
  const canFetch = isAsked && currencyProblem(from, date) === null;
  const request = { from: from ?? '', to: to ?? '', date: date ?? '' };
  const key = canFetch ? Object.values(request).join(' ') : '';
  const settledKey = useDebouncedValue(key, debounceMs);
  const query = useQuery({ ...exchangeRateQuery(request), enabled: canFetch && key === settledKey });

  if (from !== null && from === to) return { status: 'ready', fetched: SAME_CURRENCY };
  if (!canFetch) return { status: 'none' };
  const rate = parseRate(query.data?.rate);
  if (query.data && rate !== null) {
    const { source, effective_date: day, stale, provisional } = query.data;
    return { status: 'ready', fetched: { rate, source, day, stale, provisional } };
  }
  if (query.isFetching || query.isPending) return { status: 'loading' };
  return { status: 'failed', error: query.error, retry: () => void query.refetch() };
}

export function storedRate(expense: ExpenseJson): FetchedRate | null {
  const rate = parseRate(expense.fetched_exchange_rate);
  if (rate === null) return null;
  const { rate_source: source, rate_date: day, rate_stale: stale, rate_provisional: provisional } = expense;
  return { rate, source, day, stale, provisional };
}
