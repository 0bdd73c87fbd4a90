import type { Download } from 'playwright-core';
import { buffer } from 'node:stream/consumers';

export { chromiumPath, launchBrowser } from '../chromium.js';

export async function bytesOf(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream());
}
