/** Files that nobody has settled by then are not offered. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const OWNER = '/shared-owner';

/**
 * The shared files that the service worker has cached (public/share-target.js), in their order. They belong to the person
 * who first sees them: to everybody else they are not shown, and then they are gone.
 */
export async function readSharedReceipts(userId: string): Promise<File[]> {
  // Pages without TLS have no caches and no service worker.
  if (!('caches' in window)) return [];
  const cache = await caches.open('shared');
  const requests = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/shared-receipt/'));
  const owner = (await (await cache.match(OWNER))?.text()) ?? userId;
  const cached = await Promise.all(requests.map((request) => cache.match(request)));
  const isFresh = (response: Response | undefined): response is Response =>
    Date.now() - Number(response?.headers.get('X-Shared-At')) < KEPT_MS;
  if (requests.length === 0 || owner !== userId || !cached.every(isFresh)) {
    await dropSharedReceipts();
    return [];
  }
  await cache.put(OWNER, new Response(userId));
  return Promise.all(
    cached.map(async (response) => {
      const name = decodeURIComponent(response.headers.get('X-File-Name') ?? '');
      return new File([await response.blob()], name, { type: response.headers.get('Content-Type') ?? '' });
    }),
  );
}

export async function dropSharedReceipts(): Promise<void> {
  if ('caches' in window) await caches.delete('shared');
}
