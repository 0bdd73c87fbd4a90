/** Lets the browser keep what the client is made of, for when there is no network, and offer to install it. */
export function installServiceWorker() {
  if (!('serviceWorker' in navigator)) return;
  // Once the page has come to rest: the parts of all screens are many.
  setTimeout(
    () => navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined),
    REST_MS,
  );
}

const REST_MS = 3000;
