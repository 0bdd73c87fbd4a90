import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { takeSharedReceipt } from './shared-receipt';

/** Attaches what another application has shared. */
export function useSharedReceipt(attach: (file: File) => void) {
  const isShared = useLocation({ select: ({ state }) => state.shared });
  const take = useEffectEvent(attach);
  useEffect(() => {
    if (isShared) void takeSharedReceipt().then((file) => file && take(file));
  }, [isShared]);
}
