import { eventually } from '@outlay/testing';
import type { Page } from 'playwright-core';

/** Waits until the browser has put away the receipt of an unfinished form, as nothing on the screen says that it has. */
export async function untilKept(page: Page, receipt: string): Promise<void> {
  // Asked anew each time: the browser's own `waitForFunction` takes the promise itself for a yes.
  await eventually(() =>
    page.evaluate(async (name) => {
      const request = indexedDB.open('keyval-store');
      await new Promise((resolve) => (request.onsuccess = resolve));
      const all = request.result.transaction('keyval').objectStore('keyval').getAll();
      await new Promise((resolve) => (all.onsuccess = resolve));
      request.result.close();
      return all.result.some((file) => file.name === name);
    }, receipt),
  );
}
