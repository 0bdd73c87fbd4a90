export function installServiceWorker() {
  if (!('serviceWorker' in navigator)) return;
  // Delayed, since precaching all chunks competes with the page load.
  setTimeout(
    () => navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined),
    DELAY_MS,
  );
}

const DELAY_MS = 3000;
