import { skipToken, useQuery } from '@tanstack/react-query';
import type { ExpenseJson, ClaimDetails } from '@outlay/contracts';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { api } from '#lib/api';
import { useDebouncedValue } from '#lib/use-debounced-value';
import { JOINED_SUFFIX, type Receipt } from '../receipt/use-receipt';

const DEBOUNCE_MS = 500;

/** The claims that this one would repeat, as soon as its receipt or its figures are there. It never holds up saving. */
export function useForeseenDuplicate(claim: ClaimDetails, expense: ExpenseJson | null, receipt: Receipt | null) {
  const file = receipt?.kind === 'new' ? receipt.file : null;
  const { data: hashes } = useQuery({
    queryKey: ['receipt-hashes', receipt?.kind === 'new' ? receipt.url : null],
    // Browsers hash only in a secure context.
    queryFn: file && 'subtle' in crypto ? () => hashesOf(file) : skipToken,
    staleTime: Infinity,
  });
  const { date, amount, currency } = claim;
  const figures = date && amount && currency ? { date, amount, currency } : null;
  const id = expense?.id;
  const storedSha256 = receipt?.kind === 'stored' ? (expense?.receipt_sha256 ?? undefined) : undefined;
  const asked = useDebouncedValue(
    JSON.stringify({ id, ...figures, receipt_sha256: file ? hashes?.join(',') : storedSha256 }),
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

/** Hashes the file and those that were joined into it: each of them may have been sent alone. */
async function hashesOf(file: File): Promise<string[]> {
  const originals = file.name.endsWith(JOINED_SUFFIX)
    ? await (await import('../receipt/join-to-pdf')).originalsIn(file).catch(() => [])
    : [];
  return Promise.all([await file.arrayBuffer(), ...originals].map(sha256Of));
}

async function sha256Of(content: ArrayBuffer | Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(content)));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
