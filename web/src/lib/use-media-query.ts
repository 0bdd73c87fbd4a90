import { useSyncExternalStore } from 'react';

/** Whether a media query holds, and again whenever that changes. For what CSS alone cannot choose. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
