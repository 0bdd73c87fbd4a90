// Part of the service worker (vite.config.ts). Only a service worker receives the form of a share; it caches the file for
// src/features/submit-expense/receipt/shared-receipt.ts. Any web page can send such a form, and a service worker cannot
// see from where, so the submit form asks before it attaches the file.
const MOST_BYTES = 50_000_000;

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'POST' || new URL(request.url).pathname !== '/share-target') return;
  // A frame or a script is no share.
  if (request.mode === 'navigate' && request.destination === 'document') event.respondWith(keepShared(request));
});

async function keepShared(request) {
  try {
    const file = (await request.formData()).get('receipt');
    if (file.size > MOST_BYTES) throw new RangeError('Too large');
    const cache = await caches.open('shared');
    const headers = { 'Content-Type': file.type, 'X-File-Name': encodeURIComponent(file.name) };
    await cache.put('/shared-receipt', new Response(file, { headers }));
  } catch {
    // No usable file was shared: the form opens without a receipt.
  }
  return Response.redirect('/submit-expense?shared=1', 303);
}
