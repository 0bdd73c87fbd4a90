import { useSyncExternalStore } from 'react';

/** True while a query about the screen matches, for what CSS alone cannot choose. Paper is never narrow. */
export function useMediaQuery(query: string): boolean {
  return useMedia(`screen and ${query}`);
}

/** Chromium counts the pages before it says that the medium has changed. */
let isPrinting = false;
const PRINT_EVENTS = { beforeprint: true, afterprint: false };
for (const [event, begins] of Object.entries(PRINT_EVENTS))
  window.addEventListener(event, () => {
    isPrinting = begins;
  });

/** True while the page is printed, or shown as it will be. */
export function useIsPrinted(): boolean {
  const isPaper = useMedia('print');
  const isAsked = useSyncExternalStore(
    (listener) => {
      for (const event of Object.keys(PRINT_EVENTS)) window.addEventListener(event, listener);
      return () => {
        for (const event of Object.keys(PRINT_EVENTS)) window.removeEventListener(event, listener);
      };
    },
    () => isPrinting,
  );
  return isPaper || isAsked;
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
