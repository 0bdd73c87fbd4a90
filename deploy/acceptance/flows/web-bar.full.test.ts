import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDemo } from '@outlay/seed';
import type { Browser } from 'playwright-core';
import { firstInvite } from '@outlay/composition';
import { createStandalone, type Standalone } from '@outlay/standalone';
import { axeFindings, findings } from '@outlay/tools/web-bench/accessibility';
import { shiftRow } from '@outlay/tools/web-bench/loading';
import { sizeRows } from '@outlay/tools/web-bench/bundle-sizes';
import { chromiumPath, launchBrowser } from '@outlay/harness';
import { loadSampleCompany, type SampleCompany } from '@outlay/tools/browser/sample-company';
import { nameOf } from '@outlay/tools/browser/scenario';
import { SCENARIOS } from '@outlay/tools/browser/scenarios/index';

const webRoot = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');
const missing = [
  ...(chromiumPath ? [] : ['no Chromium is installed']),
  ...(existsSync(join(webRoot, 'index.html')) ? [] : ['the client is not built']),
];
const inChromium = missing.length === 0 ? describe : describe.skip;

/** One scenario per kind of screen; `npm run bench:web` checks all. */
const CHECKED = [
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

/** The client's targets (web.md) that do not depend on the load of the machine. */
inChromium(`the built client${missing.length === 0 ? '' : ` (skipped: ${missing.join(', ')})`}`, () => {
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
    company = await loadSampleCompany(origin);
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await product?.close();
    await rm(folder, { recursive: true });
  }, 30_000);

  it('stays within the size limits of scripts and styles', async () => {
    expect((await sizeRows(browser, company)).filter(({ met }) => !met)).toEqual([]);
  }, 120_000);

  it('shifts no layout while a screen loads', async () => {
    expect(await shiftRow(browser, company)).toMatchObject({ met: true });
  }, 120_000);

  it('is accessible in both themes, screens and dialogs', async () => {
    const scenarios = SCENARIOS.filter((scenario) => CHECKED.includes(nameOf(scenario)));
    expect(scenarios).toHaveLength(CHECKED.length);
    expect(await findings(browser, company, scenarios, axeFindings)).toEqual([]);
  }, 120_000);
});
