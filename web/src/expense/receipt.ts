import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiFile } from '../lib/api';

/** A receipt may be named, or be a path under uploads (specification §3); the call wants the name. */
export function receiptFileName(receipt: string): string {
  return receipt.split('/').pop() ?? receipt;
}

/** The bytes of a receipt; they never change under their name. Prefetch it for what will be looked at next. */
export const receiptQuery = (receipt: string) =>
  queryOptions({
    queryKey: ['receipt', receiptFileName(receipt)],
    queryFn: async ({ signal }) =>
      (await apiFile('GET /uploads/{filename}', { params: { filename: receiptFileName(receipt) }, signal })).blob,
    staleTime: Infinity,
    gcTime: 120_000,
  });

export interface ReceiptUrl {
  readonly status: 'none' | 'loading' | 'ready' | 'failed';
  readonly url: string | null;
  readonly contentType: string;
}

const LOADING: ReceiptUrl = { status: 'loading', url: null, contentType: '' };

/** A receipt as a blob URL, fetched with the session's token; the URL lives as long as who asked for it. */
export function useReceiptUrl(receipt: string | null): ReceiptUrl {
  const queryClient = useQueryClient();
  const [answer, setAnswer] = useState<{ receipt: string | null; found: ReceiptUrl } | null>(null);

  useEffect(() => {
    if (receipt === null) return;
    let url: string | null = null;
    let gone = false;
    queryClient.fetchQuery(receiptQuery(receipt)).then(
      (blob) => {
        if (gone) return;
        url = URL.createObjectURL(blob);
        setAnswer({ receipt, found: { status: 'ready', url, contentType: blob.type } });
      },
      () => !gone && setAnswer({ receipt, found: { status: 'failed', url: null, contentType: '' } }),
    );
    return () => {
      gone = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [queryClient, receipt]);

  if (receipt === null) return { ...LOADING, status: 'none' };
  return answer?.receipt === receipt ? answer.found : LOADING;
}
