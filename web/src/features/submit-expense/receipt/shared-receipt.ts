/** The shared file that the service worker has cached (public/share-target.js). */
export async function readSharedReceipt(): Promise<File | null> {
  // Pages without TLS have no caches and no service worker.
  if (!('caches' in window)) return null;
  const cached = await (await caches.open('shared')).match('/shared-receipt');
  if (!cached) return null;
  const name = decodeURIComponent(cached.headers.get('X-File-Name') ?? '');
  return new File([await cached.blob()], name, { type: cached.headers.get('Content-Type') ?? '' });
}

export async function dropSharedReceipt(): Promise<void> {
  await (await caches.open('shared')).delete('/shared-receipt');
}
