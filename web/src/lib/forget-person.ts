import { delMany, keys } from 'idb-keyval';

/** The settings of the browser. Everything else in its storages belongs to a person. */
export const BROWSER_SETTINGS: readonly string[] = ['theme', 'single-keys-off', 'debug', 'list-view', 'sidebar'];

/** Removes what a person left in the storages of the browser. Unsent forms and other data of other people stay. */
export async function forgetPerson(userId: string | undefined): Promise<void> {
  const isTheirs = (key: string) => {
    // "form <user> …", "rejection-reasons <user>"
    const [, owner = userId] = key.split(' ');
    return owner === userId && !BROWSER_SETTINGS.includes(key);
  };
  for (const key of Object.keys(localStorage).filter(isTheirs)) localStorage.removeItem(key);
  sessionStorage.clear();
  await Promise.allSettled([forgetFiles(isTheirs), forgetCaches()]);
}

async function forgetFiles(isTheirs: (key: string) => boolean): Promise<void> {
  await delMany((await keys()).filter((key) => isTheirs(String(key))));
}

/** The service worker's own caches contain the client, and no data. Pages without TLS have none. */
async function forgetCaches(): Promise<void> {
  if (!('caches' in window)) return;
  const names = (await caches.keys()).filter((name) => !name.startsWith('workbox-'));
  await Promise.all(names.map((name) => caches.delete(name)));
}
