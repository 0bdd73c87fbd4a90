import type { QueryClient } from '@tanstack/react-query';
import { keptOnDevice, UNSENT } from '#lib/kept-keys';

const AGAIN_MS = 15_000;

/** Starts what the page of a signed-in person does once it is shown, until the signal. */
export function startBackground(client: QueryClient, userId: string, over: AbortSignal): void {
  // A page without TLS has no service worker.
  if ('serviceWorker' in navigator) {
    void navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  }
  // Signing out needs the one and a list the other, also when there is no network.
  void Promise.allSettled([import('#lib/forget-person'), import('#expense/offline-message')]);
  keepSending(client, userId, over);
}

/** Sends the claims that wait on this device once there is a network. What sends them is loaded with the first one. */
function keepSending(client: QueryClient, userId: string, over: AbortSignal): void {
  if (over.aborted) return;
  const send = async () => {
    if (!navigator.onLine || !keptOnDevice(userId).some((key) => key.startsWith(UNSENT))) return;
    const { sendUnsent } = await import('#expense/unsent/send-unsent');
    await sendUnsent(client, userId);
  };
  // A failure is tried again.
  const attempt = () => void send().catch(() => undefined);
  attempt();
  const timer = setInterval(attempt, AGAIN_MS);
  window.addEventListener('online', attempt);
  over.addEventListener('abort', () => {
    clearInterval(timer);
    window.removeEventListener('online', attempt);
  });
}
