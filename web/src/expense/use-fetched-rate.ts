import type { ExpenseJson } from '@outlay/contracts';
import { isIsoCurrency, parseRate, type Decimal, type IsoDate, type ReimbursementCurrency } from '@outlay/rules';
import { useQuery } from '@tanstack/react-query';
import { useSettled } from '../lib/use-settled';
import { exchangeRateQuery } from './exchange-rate';

export interface FetchedRate {
  readonly rate: Decimal;
  /** Null where both currencies are the same, and nothing was asked. */
  readonly source: string | null;
  readonly day: IsoDate | null;
  readonly stale: boolean;
  readonly provisional: boolean;
}

export type FormRate =
  | { readonly status: 'none' | 'loading' }
  | { readonly status: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly status: 'ready'; readonly fetched: FetchedRate };

export const SAME_CURRENCY: FetchedRate = { rate: '1', source: null, day: null, stale: false, provisional: false };

export interface RateWanted {
  readonly from: string | null;
  /** Null while it is not known yet. */
  readonly to: ReimbursementCurrency | null;
  /** A day a rate may be asked for; null where there is none. */
  readonly date: IsoDate | null;
}

/** The rate the server has, asked for once the question has rested; 1 for the same currency, unasked. */
export function useFetchedRate({ from, to, date }: RateWanted, debounceMs: number, enabled = true): FormRate {
  const canAsk = enabled && from !== to && to !== null && from !== null && isIsoCurrency(from) && date !== null;
  const question = { from: from ?? '', to: to ?? '', date: date ?? '' };
  const key = canAsk ? Object.values(question).join(' ') : '';
  const settledKey = useSettled(key, debounceMs);
  const answer = useQuery({ ...exchangeRateQuery(question), enabled: canAsk && key === settledKey });

  if (from !== null && from === to) return { status: 'ready', fetched: SAME_CURRENCY };
  if (!canAsk) return { status: 'none' };
  const rate = parseRate(answer.data?.rate);
  if (answer.data && rate !== null) {
    const { source, effective_date: day, stale, provisional } = answer.data;
    return { status: 'ready', fetched: { rate, source, day, stale, provisional } };
  }
  if (answer.isFetching || answer.isPending) return { status: 'loading' };
  return { status: 'failed', error: answer.error, retry: () => void answer.refetch() };
}

/** The rate an expense was saved with, or null where it has none yet. */
export function storedRate(expense: ExpenseJson): FetchedRate | null {
  const rate = parseRate(expense.fetched_exchange_rate);
  if (rate === null) return null;
  const { rate_source: source, rate_date: day, rate_stale: stale, rate_provisional: provisional } = expense;
  return { rate, source, day, stale, provisional };
}
