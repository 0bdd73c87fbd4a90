import { useEffect, useEffectEvent, useState } from 'react';
import { apiEvents } from '#lib/api';
import { hasStatus } from '#lib/errors';

/** The page's own requests come first. */
const AFTER_LOAD_MS = 300;
/** Several events that come together are fetched together. */
const TOGETHER_MS = 100;
const LONGEST_PAUSE_MS = 30_000;

/** Calls back soon after events have come into the log. @param after the last leaf that is known; null before */
export function useNewEvents(after: number | null, onNew: (signal: AbortSignal) => Promise<void>) {
  const isLoaded = after !== null;
  const [isVisible, setVisible] = useState(() => !document.hidden);
  useEffect(() => {
    const listener = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, []);
  const last = useEffectEvent(() => Math.max(after ?? 0, 0));
  const look = useEffectEvent(onNew);
  useEffect(() => {
    if (!isLoaded || !isVisible) return;
    const stop = new AbortController();
    const timer = setTimeout(() => void follow(stop.signal, last, look), AFTER_LOAD_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isLoaded, isVisible]);
}

async function follow(signal: AbortSignal, last: () => number, look: (signal: AbortSignal) => Promise<void>) {
  let pause = 0;
  let isDue = false;
  const lookOnce = () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      if (!signal.aborted) void look(signal);
    }, TOGETHER_MS);
  };
  while (!signal.aborted) {
    try {
      const options = { signal, accept: 'text/event-stream', query: { after: String(last()) } };
      await apiEvents('GET /api/audit/events', options, () => {
        pause = 0;
        lookOnce();
      });
    } catch (error) {
      if (signal.aborted || hasStatus(error, 401, 403)) return;
    }
    await new Promise((resume) => setTimeout(resume, pause));
    pause = Math.min(Math.max(2 * pause, 1000), LONGEST_PAUSE_MS);
  }
}
