import { skipToken, useQuery } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { api } from '#lib/api';
import { JOINED_SUFFIX, type Receipt } from '../receipt/use-receipt';

export interface Foreseen {
  /** Date, amount and currency as JSON, once all are there. */
  readonly figures: string | null;
  readonly expense: ExpenseJson | null;
  readonly receipt: Receipt | null;
}

/** The claims that this one would repeat. It never holds up saving. */
export function useForeseenDuplicate({ figures, expense, receipt }: Foreseen) {
  const file = receipt?.kind === 'new' ? receipt.file : null;
  const { data: hashes } = useQuery({
    queryKey: ['receipt-hashes', receipt?.kind === 'new' ? receipt.url : null],
    // Browsers hash only in a secure context.
    queryFn: file && 'subtle' in crypto ? () => hashesOf(file) : skipToken,
    staleTime: Infinity,
  });
  const storedSha256 = receipt?.kind === 'stored' ? (expense?.receipt_sha256 ?? undefined) : undefined;
  const receipt_sha256 = file ? hashes?.join(',') : storedSha256;
  const query = { ...(JSON.parse(figures ?? '{}') as Figures), id: expense?.id, receipt_sha256 };
  const { data } = useQuery({
    queryKey: [...OWN_EXPENSES.key, 'duplicate-warning', query],
    queryFn:
      figures || receipt_sha256
        ? ({ signal }) => api('GET /api/expenses/duplicate-warning', { query, signal, keepSession: true })
        : skipToken,
    retry: false,
  });
  return data;
}

interface Figures {
  readonly date?: string;
  readonly amount?: string;
  readonly currency?: string;
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
