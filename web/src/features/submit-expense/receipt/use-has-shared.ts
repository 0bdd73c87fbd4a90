import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Whether files were shared with Outlay. They are offered in the form of a new claim. */
export function useHasShared(isNew: boolean): boolean {
  const shared = useLocation({ select: ({ state }) => state.shared });
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    // Pages without TLS have no caches and no service worker.
    if (isNew && 'caches' in window) void caches.has('shared').then(setKept);
  }, [isNew]);
  return isKept || shared !== undefined;
}
