import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { loaded } from '#lib/errors';
import { useIdempotencyKeys } from '#lib/idempotency-keys';
import { useProfile } from '#lib/profile';
import type { SaveRequest } from './send-claim';

export const loadSending = () => import('./send-claim');

/** Saves an expense; `sent` is the share uploaded so far, 0 to 1. */
export function useSaveExpense() {
  const queryClient = useQueryClient();
  const { id: userId } = useProfile();
  const [sent, setSent] = useState(0);
  const { keyFor, failed, reset, resume } = useIdempotencyKeys();
  const save = useMutation({
    mutationFn: async (request: SaveRequest) => {
      setSent(0);
      const { sendClaim } = await loaded(loadSending());
      return sendClaim(queryClient, userId, request, { keyFor, onProgress: setSent });
    },
    onError: failed,
    onSuccess: reset,
  });
  return { ...save, sent, resume };
}
