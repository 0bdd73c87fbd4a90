import type { ExpenseJson } from '@outlay/contracts';
import {
  expenseDateProblem,
  isIsoCurrency,
  parseAmount,
  parseRate,
  type ClaimDetails,
  type Decimal,
  type IsoDate,
  type ReimbursementCurrency,
} from '@outlay/rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { exchangeRateQuery } from '../../../expense/exchange-rate';

/** How long typing rests before a rate is asked for (specification §9). */
const DEBOUNCE_MS = 500;

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

type Question = Pick<ClaimDetails, 'amount' | 'currency' | 'date'>;

/**
 * The rate the form shows: 1 for the reimbursement currency itself, what is stored while amount, currency and date are
 * the stored ones, otherwise what the server answers half a second after the last change (specification §4).
 */
export function useFormRate(
  claim: Question,
  stored: ExpenseJson | null,
  to: ReimbursementCurrency,
  today: IsoDate,
): FormRate {
  const { currency, date } = claim;
  const kept = keptRate(claim, stored, to);
  const canAsk =
    kept === null && currency !== null && isIsoCurrency(currency) && date !== null && !expenseDateProblem(date, today);
  const question = { from: currency ?? '', to, date: date ?? '' };
  const key = canAsk ? `${question.from} ${to} ${question.date}` : '';
  const settledKey = useSettled(key, DEBOUNCE_MS);
  const answer = useQuery({ ...exchangeRateQuery(question), enabled: canAsk && key === settledKey });

  if (kept) return { status: 'ready', fetched: kept };
  if (!canAsk) return { status: 'none' };
  if (answer.data) {
    const { rate, source, effective_date: day, stale, provisional } = answer.data;
    return { status: 'ready', fetched: { rate: parseRate(rate) ?? '1', source, day, stale, provisional } };
  }
  if (answer.isError && !answer.isFetching) {
    return { status: 'failed', error: answer.error, retry: () => void answer.refetch() };
  }
  return { status: 'loading' };
}

function keptRate(claim: Question, stored: ExpenseJson | null, to: ReimbursementCurrency): FetchedRate | null {
  if (claim.currency === to) return { rate: '1', source: null, day: null, stale: false, provisional: false };
  const rate =
    stored?.reimbursement_currency === to && isUnchanged(claim, stored) ? stored.fetched_exchange_rate : null;
  const parsed = parseRate(rate);
  if (!stored || parsed === null) return null;
  const { rate_source: source, rate_date: day, rate_stale: stale, rate_provisional: provisional } = stored;
  return { rate: parsed, source, day, stale, provisional };
}

function isUnchanged({ amount, currency, date }: Question, stored: ExpenseJson): boolean {
  return amount === parseAmount(stored.amount) && currency === stored.currency && date === stored.date;
}

/** The value, once it has stayed the same for a while. */
function useSettled<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
