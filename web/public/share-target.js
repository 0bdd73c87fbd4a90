// Part of the service worker (vite.config.ts). Only a service worker receives the form of a share; it caches the files for
// src/features/submit-expense/receipt/shared-receipts.ts. Any web page can send such a form, and a service worker cannot
// see from where, so the submit form asks before it attaches them.
const MOST_BYTES = 50_000_000;
const MOST_FILES = 20;

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'POST' || new URL(request.url).pathname !== '/share-target') return;
  // A frame or a script is no share.
  if (request.mode === 'navigate' && request.destination === 'document') event.respondWith(keepShared(request));
});

async function keepShared(request) {
  let shared = '1';
  try {
    const files = (await request.formData()).getAll('receipt').filter((file) => file instanceof File);
    // Files that were shared before and not settled are not mixed with these.
    await caches.delete('shared');
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    if (files.length > MOST_FILES || bytes > MOST_BYTES) shared = 'too-much';
    else await keep(files);
  } catch {
    // The form opens without a receipt.
    await caches.delete('shared').catch(() => undefined);
  }
  return Response.redirect(`/submit-expense?shared=${shared}`, 303);
}

async function keep(files) {
  const cache = await caches.open('shared');
  for (const [index, file] of files.entries()) {
    const headers = {
      'Content-Type': file.type,
      'X-File-Name': encodeURIComponent(file.name),
      'X-Shared-At': String(Date.now()),
    };
    await cache.put(`/shared-receipt/${index}`, new Response(file, { headers }));
  }
}
