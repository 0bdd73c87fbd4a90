// Part of the service worker (vite.config.ts). Only a service worker receives the form of a share; it caches the file for
// src/features/submit-expense/receipt/shared-receipt.ts.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'POST' || new URL(request.url).pathname !== '/share-target') return;
  event.respondWith(keepShared(request));
});

async function keepShared(request) {
  try {
    const file = (await request.formData()).get('receipt');
    const cache = await caches.open('shared');
    const headers = { 'Content-Type': file.type, 'X-File-Name': encodeURIComponent(file.name) };
    await cache.put('/shared-receipt', new Response(file, { headers }));
  } catch {
    // No usable file was shared: the form opens without a receipt.
  }
  return Response.redirect('/submit-expense?shared=1', 303);
}
