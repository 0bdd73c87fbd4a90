import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiFile } from '#lib/api-files';
import { messageOf } from '#lib/errors';

/** A receipt is a file name or a path under uploads; the operation takes the name. */
export function receiptFileName(receipt: string): string {
  return receipt.split('/').pop() ?? receipt;
}

/** A receipt's bytes, which never change under their name. */
export const receiptQuery = (receipt: string, as_of?: string) =>
  queryOptions({
    queryKey: ['receipt', receiptFileName(receipt)],
    queryFn: async ({ signal }) => {
      const params = { filename: receiptFileName(receipt) };
      return (await apiFile('GET /uploads/{filename}', { params, query: { as_of }, signal })).blob;
    },
    staleTime: Infinity,
    gcTime: 120_000,
  });

export interface ReceiptUrl {
  readonly status: 'none' | 'loading' | 'ready' | 'failed';
  readonly url: string | null;
  readonly contentType: string;
  /** The server's sentence, if it gave one. */
  readonly problem?: string;
  /** Repeats a failed download. */
  readonly retry?: () => void;
}

const LOADING: ReceiptUrl = { status: 'loading', url: null, contentType: '' };

export function useReceiptUrl(receipt: string | null, asOf?: string): ReceiptUrl {
  const queryClient = useQueryClient();
  const [loaded, setLoaded] = useState<{ receipt: string | null; found: ReceiptUrl } | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (receipt === null) return;
    let url: string | null = null;
    let isUnmounted = false;
    queryClient.fetchQuery(receiptQuery(receipt, asOf)).then(
      (blob) => {
        if (isUnmounted) return;
        url = URL.createObjectURL(blob);
        setLoaded({ receipt, found: { status: 'ready', url, contentType: blob.type } });
      },
      (error: unknown) => {
        const problem = messageOf(error, '');
        const retry = () => {
          setLoaded(null);
          setAttempt((now) => now + 1);
        };
        if (!isUnmounted)
          setLoaded({ receipt, found: { status: 'failed', url: null, contentType: '', problem, retry } });
      },
    );
    return () => {
      isUnmounted = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [queryClient, receipt, asOf, attempt]);

  if (receipt === null) return { ...LOADING, status: 'none' };
  return loaded?.receipt === receipt ? loaded.found : LOADING;
}
