import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { takeSharedReceipt } from './shared-receipt';

export function useSharedReceipt(attach: (file: File) => void) {
  const isShared = useLocation({ select: ({ state }) => state.shared });
  const attachLatest = useEffectEvent(attach);
  useEffect(() => {
    if (isShared) void takeSharedReceipt().then((file) => file && attachLatest(file));
  }, [isShared]);
}
