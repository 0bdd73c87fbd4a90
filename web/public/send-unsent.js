// Part of the service worker (vite.config.ts). The browser wakes it once there is a network, also when no page of Outlay is
// open, to send the claims that src/expense/unsent/unsent-claims.ts keeps. What the server refuses stays for the next page,
// which sends it again and shows why.
self.addEventListener('sync', (event) => {
  if (event.tag === 'unsent') event.waitUntil(sendUnsent());
});

/** Rejects if a claim could not be delivered: the browser then wakes the service worker again later. */
async function sendUnsent() {
  const names = await onKept('readonly', (store) => store.getAllKeys());
  const failures = [];
  for (const name of names.filter((key) => String(key).startsWith('unsent '))) {
    // Pages hold the same lock while they send, edit or remove a claim.
    await navigator.locks.request(name, () => sendOne(name)).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures);
}

async function sendOne(name) {
  const claim = await onKept('readonly', (store) => store.get(name));
  if (!claim) return;
  const { status } = await fetch('/api/expenses', {
    method: 'POST',
    headers: { Authorization: `Bearer ${claim.token}`, 'Idempotency-Key': claim.sentAs },
    body: formOf(claim),
  });
  if (status >= 500 || status === 429) throw new Error(`The server answered ${status}.`);
  if (status < 300) await onKept('readwrite', (store) => store.delete(name));
}

function formOf({ fields, file }) {
  const form = new FormData();
  for (const [name, value] of fields) form.set(name, name === 'today' ? localToday() : value);
  if (file) form.set('receipt', file, file.name);
  return form;
}

function localToday() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Asks the storage of idb-keyval. */
async function onKept(mode, ask) {
  const opening = indexedDB.open('keyval-store');
  opening.onupgradeneeded = () => opening.result.createObjectStore('keyval');
  const database = await resultOf(opening);
  try {
    return await resultOf(ask(database.transaction('keyval', mode).objectStore('keyval')));
  } finally {
    database.close();
  }
}

function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
