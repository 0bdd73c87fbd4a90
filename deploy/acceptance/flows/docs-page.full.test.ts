import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { createStandalone, type Standalone } from '@outlay/standalone';
import { chromiumPath, launchBrowser } from '@outlay/harness/testing/browser';

const inChromium = chromiumPath ? describe : describe.skip;

inChromium(`the page to browse the API${chromiumPath ? '' : ' (skipped: no Chromium is installed)'}`, () => {
  let folder: string;
  let product: Standalone;
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outlay-docs-'));
    product = await createStandalone({ dataDir: folder, webRoot: null, logger: ['error'] });
    await product.gateway.listen(0, '127.0.0.1');
    browser = await launchBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await product?.close();
    await rm(folder, { recursive: true });
  });

  it('shows every operation and tries one, without violations of the content security policy', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const origin = (await product.gateway.getUrl()).replace('[::1]', '127.0.0.1');
    await page.goto(`${origin}/api/docs`);
    await page.getByRole('heading', { name: /^Outlay/ }).waitFor();
    const document = (await (await fetch(`${origin}/api/openapi.json`)).json()) as { paths: Record<string, object> };
    const operations = Object.values(document.paths).flatMap((item) => Object.keys(item));
    expect(await page.locator('.opblock').count()).toBe(operations.length);

    await page
      .getByRole('button', { name: /GET.*\/api\/health\/live/i })
      .first()
      .click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table .response-col_status', { hasText: '200' }).first().waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);
});
