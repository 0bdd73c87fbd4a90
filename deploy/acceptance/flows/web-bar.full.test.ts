import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDemo } from '@outlay/seed';
import type { Browser } from 'playwright-core';
import { firstInvite } from '@outlay/composition';
import { createStandalone, type Standalone } from '@outlay/standalone';
import { axeFindings, findings } from '@outlay/tools/web-bench/accessible';
import { shiftRow } from '@outlay/tools/web-bench/loading';
import { sizeRows } from '@outlay/tools/web-bench/sizes';
import { chromiumPath, launchBrowser } from '@outlay/harness';
import { openCompany, type SampleCompany } from '@outlay/tools/browser/company';
import { nameOf } from '@outlay/tools/browser/scene';
import { SCENES } from '@outlay/tools/browser/scenes/index';

const webRoot = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');
const lacking = [
  ...(chromiumPath ? [] : ['no Chromium is installed']),
  ...(existsSync(join(webRoot, 'index.html')) ? [] : ['the client is not built']),
];
const inChromium = lacking.length === 0 ? describe : describe.skip;

/** One of each kind of screen and dialog; `npm run bench:web` takes them all. */
const LOOKED_AT = [
  'login-reset',
  'register-weak-password',
  'my-expenses-list',
  'my-expenses-details-rejected',
  'my-expenses-delete-draft',
  'my-reports-view-preview',
  'settings-profile',
  'get-token-shown',
  'submit-expense-problems',
  'submit-expense-override-exceeds',
  'admin-expenses-list',
  'admin-expenses-details-duplicate',
  'admin-expenses-approve-duplicate',
  'admin-expenses-reject',
  'admin-expenses-pay',
  'admin-reports-view',
  'admin-users-list',
  'admin-users-reset-code',
];

/** What of the client's bar (web.md) does not depend on how busy the machine is. */
inChromium(`the built client${lacking.length === 0 ? '' : ` (skipped: ${lacking.join(', ')})`}`, () => {
  let folder: string;
  let product: Standalone;
  let browser: Browser;
  let company: SampleCompany;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outlay-web-bar-'));
    product = await createStandalone({ dataDir: folder, webRoot, logger: ['error'] });
    await product.gateway.listen(0, '127.0.0.1');
    const origin = (await product.gateway.getUrl()).replace('[::1]', '127.0.0.1');
    await fillDemo(origin, async () => (await firstInvite(product.messages)) ?? '');
    company = await openCompany(origin);
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await product?.close();
    await rm(folder, { recursive: true });
  }, 30_000);

  it('loads no more script and style than the bar allows', async () => {
    expect((await sizeRows(browser, company)).filter(({ met }) => !met)).toEqual([]);
  }, 120_000);

  it('moves nothing about while a screen loads', async () => {
    expect(await shiftRow(browser, company)).toMatchObject({ met: true });
  }, 120_000);

  it('is accessible in both themes, screens and dialogs', async () => {
    const scenes = SCENES.filter((scene) => LOOKED_AT.includes(nameOf(scene)));
    expect(scenes).toHaveLength(LOOKED_AT.length);
    expect(await findings(browser, company, scenes, axeFindings)).toEqual([]);
  }, 120_000);
});
