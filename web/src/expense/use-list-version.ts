import { useEffect, useState, useSyncExternalStore } from 'react';
import { apiEvents } from '#lib/api';
import { hasStatus } from '#lib/errors';
import type { ChangesKey } from '#lib/routes';

/** The page's own requests come first. */
const AFTER_LOAD_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** The version of the server's list, soon after each change; a new one as well where it cannot be followed. */
export function useListVersion(changes: ChangesKey, isLoaded: boolean): string | null {
  const [version, setVersion] = useState<string | null>(null);
  const [wasLoaded] = useState(isLoaded);
  // A browser has six connections to a server, for all its tabs.
  const isVisible = useSyncExternalStore(onVisibility, () => !document.hidden);
  useEffect(() => {
    if (!isLoaded || !isVisible) return;
    const stop = new AbortController();
    const timer = setTimeout(() => void follow(changes, stop.signal, setVersion), wasLoaded ? 0 : AFTER_LOAD_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [changes, isLoaded, wasLoaded, isVisible]);
  return version;
}

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

async function follow(changes: ChangesKey, signal: AbortSignal, onVersion: (version: string) => void): Promise<void> {
  let pause = 0;
  while (!signal.aborted) {
    try {
      // The session is kept, because typed input is lost with it; only a request of the user ends it.
      await apiEvents(changes, { signal, keepSession: true }, ({ version }) => {
        pause = 0;
        onVersion(version);
      });
    } catch (error) {
      if (signal.aborted || hasStatus(error, 401, 403)) return;
    }
    if (pause > 0) onVersion(`not known at ${Date.now()}`);
    await new Promise((resume) => {
      setTimeout(resume, pause);
      window.addEventListener('online', resume, { once: true });
    });
    pause = Math.min(Math.max(2 * pause, 1000), LONGEST_PAUSE_MS);
  }
}
