import { skipToken, useQuery } from '@tanstack/react-query';
import type { ExpenseJson, ClaimDetails } from '@outlay/contracts';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { api } from '#lib/api';
import { useDebouncedValue } from '#lib/use-debounced-value';
import type { Receipt } from '../receipt/use-receipt';

const DEBOUNCE_MS = 500;

/** The claims that this one would repeat, as soon as its receipt or its figures are there. It never holds up saving. */
export function useForeseenDuplicate(claim: ClaimDetails, expense: ExpenseJson | null, receipt: Receipt | null) {
  const file = receipt?.kind === 'new' ? receipt.file : null;
  const { data: sha256 } = useQuery({
    queryKey: ['receipt-sha256', receipt?.kind === 'new' ? receipt.url : null],
    // Browsers hash only in a secure context.
    queryFn: file && 'subtle' in crypto ? () => sha256Of(file) : skipToken,
    staleTime: Infinity,
  });
  const { date, amount, currency } = claim;
  const figures = date && amount && currency ? { date, amount, currency } : null;
  const id = expense?.id;
  const storedSha256 = receipt?.kind === 'stored' ? (expense?.receipt_sha256 ?? undefined) : undefined;
  const asked = useDebouncedValue(
    JSON.stringify({ id, ...figures, receipt_sha256: file ? sha256 : storedSha256 }),
    DEBOUNCE_MS,
  );
  const query = JSON.parse(asked) as { date?: string; receipt_sha256?: string };
  const { data } = useQuery({
    queryKey: [...OWN_EXPENSES.key, 'duplicate-warning', asked],
    queryFn:
      query.date || query.receipt_sha256
        ? ({ signal }) => api('GET /api/expenses/duplicate-warning', { query, signal, keepSession: true })
        : skipToken,
    retry: false,
  });
  return data;
}

async function sha256Of(file: File): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
