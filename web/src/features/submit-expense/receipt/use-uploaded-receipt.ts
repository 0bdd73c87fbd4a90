import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as texts from '#strings/submit-expense';
import { messageOf, NetworkError } from '#lib/errors';
import { loadAttaching } from './attached-part';
import type { Receipt } from './use-receipt';

export type UploadedMessage = { readonly tone: 'success' | 'error'; readonly text: string };

export function useUploadedReceipt(attach: (receipt: Receipt) => void): UploadedMessage | null {
  const fileName = useLocation({ select: ({ state }) => state.uploaded });
  const queryClient = useQueryClient();
  const [message, setMessage] = useState<UploadedMessage | null>(null);

  useEffect(() => {
    if (!fileName) return;
    let isUnmounted = false;
    const fetched = loadAttaching().then(({ fetchUploaded }) => fetchUploaded(queryClient, fileName));
    fetched.then(
      () => {
        if (isUnmounted) return;
        attach({ kind: 'uploaded', fileName, name: fileName });
        setMessage({ tone: 'success', text: texts.attached });
      },
      (error: unknown) => {
        if (isUnmounted) return;
        setMessage({ tone: 'error', text: texts.attachFailed(reasonOf(error)) });
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [fileName, queryClient, attach]);

  return message;
}

function reasonOf(error: unknown): string {
  const reason = error instanceof NetworkError ? error.message : messageOf(error, texts.attachRefused);
  return reason.replace(/\.$/, '');
}
