import { useSyncExternalStore } from 'react';

/** True while a query about the screen matches, for what CSS alone cannot choose. Paper is never narrow. */
export function useMediaQuery(query: string): boolean {
  return useMedia(`screen and ${query}`);
}

/** True while the page is printed, or shown as it will be. */
export function useIsPrinted(): boolean {
  return useMedia('print');
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
