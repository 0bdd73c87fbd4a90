export function installServiceWorker() {
  if (!('serviceWorker' in navigator)) return;
  // Registration is delayed, since precaching all chunks competes with the page load.
  setTimeout(
    () => navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined),
    DELAY_MS,
  );
}

const DELAY_MS = 3000;
