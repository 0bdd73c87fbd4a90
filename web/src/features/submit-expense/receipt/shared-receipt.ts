/** Takes the file another application has shared, which the service worker has put aside (public/share-target.js). */
export async function takeSharedReceipt(): Promise<File | null> {
  // Browsers keep caches, and service workers with them, from pages that came without TLS.
  if (!('caches' in window)) return null;
  const cache = await caches.open('shared');
  const kept = await cache.match('/shared-receipt');
  if (!kept) return null;
  const name = decodeURIComponent(kept.headers.get('X-File-Name') ?? '');
  const file = new File([await kept.blob()], name, { type: kept.headers.get('Content-Type') ?? '' });
  await cache.delete('/shared-receipt');
  return file;
}
