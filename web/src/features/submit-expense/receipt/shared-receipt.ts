/** Removes and returns the shared file that the service worker has cached (public/share-target.js). */
export async function takeSharedReceipt(): Promise<File | null> {
  // Pages without TLS have no caches and no service worker.
  if (!('caches' in window)) return null;
  const cache = await caches.open('shared');
  const cached = await cache.match('/shared-receipt');
  if (!cached) return null;
  const name = decodeURIComponent(cached.headers.get('X-File-Name') ?? '');
  const file = new File([await cached.blob()], name, { type: cached.headers.get('Content-Type') ?? '' });
  await cache.delete('/shared-receipt');
  return file;
}
