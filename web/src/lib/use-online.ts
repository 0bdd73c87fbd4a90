import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Whether the browser has a connection, which does not say that the server can be reached. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline);
}

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();
