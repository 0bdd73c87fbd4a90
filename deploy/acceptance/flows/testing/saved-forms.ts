import { eventually } from '@outlay/testing';
import type { Page } from 'playwright-core';

export async function waitForSavedReceipt(page: Page, receipt: string): Promise<void> {
  // `waitForFunction` would treat the promise itself as true.
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
