import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoClock, fillDemo } from '@outlay/seed';
import type { Browser, Page } from 'playwright-core';
import { firstInvite } from '@outlay/composition';
import { createStandalone, type Standalone } from '@outlay/standalone';
import { axeFindings, axeFindingsOnPhone, findings } from '@outlay/checks/web-bench/accessibility';
import { shiftRow } from '@outlay/checks/web-bench/loading';
import { settle, sizeRows } from '@outlay/checks/web-bench/bundle-sizes';
import { chromiumPath, launchBrowser } from '@outlay/harness';
import { loadSampleCompany, type SampleCompany } from '@outlay/checks/browser/sample-company';
import { openScenario } from '@outlay/checks/browser/open-scenario';
import { nameOf, VIEWS, type ViewName } from '@outlay/checks/browser/scenario';
import { SCENARIOS, scenariosNamed } from '@outlay/checks/browser/scenarios/index';

const webRoot = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');
const missing = [
  ...(chromiumPath ? [] : ['no Chromium is installed']),
  ...(existsSync(join(webRoot, 'index.html')) ? [] : ['the client is not built']),
];
const inChromium = missing.length === 0 ? describe : describe.skip;

/** One scenario per kind of screen; `npm run checks -- web-bench` checks all. */
const CHECKED = [
  'login-reset',
  'register-weak-password',
  'my-expenses-list',
  'my-expenses-details-rejected',
  'my-expenses-delete-draft',
  'my-expenses-trip',
  'my-expenses-trips',
  'my-reports-view-preview',
  'settings-profile',
  'get-token-shown',
  'submit-expense-problems',
  'submit-expense-override-exceeds',
  'admin-expenses-list',
  'admin-expenses-details-duplicate',
  'admin-expenses-approve-duplicate',
  'admin-expenses-reject',
  'admin-expenses-revert',
  'admin-expenses-bulk-reject',
  'admin-past-expense',
  'audit-past',
  'admin-expenses-pay',
  'admin-payments-list',
  'admin-payments-run-done',
  'admin-reports-view',
  'admin-analytics-charts',
  'admin-users-list',
  'admin-users-reset-code',
  'components-all',
  'components-choice',
  'components-sheet',
];

/** The client's targets that do not depend on the load of the machine. */
inChromium(`the built client${missing.length === 0 ? '' : ` (skipped: ${missing.join(', ')})`}`, () => {
  let folder: string;
  let product: Standalone;
  let browser: Browser;
  let company: SampleCompany;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outlay-web-bar-'));
    const clock = new DemoClock();
    product = await createStandalone({ dataDir: folder, webRoot, clock, logger: ['error'] });
    await product.gateway.listen(0, '127.0.0.1');
    const origin = (await product.gateway.getUrl()).replace('[::1]', '127.0.0.1');
    await fillDemo(origin, async () => (await firstInvite(product.messages)) ?? '', { clock });
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
    expect([await shiftRow(browser, company)].filter(({ met }) => !met)).toEqual([]);
  }, 120_000);

  const open = <Result>(name: string, view: ViewName, use: (page: Page) => Promise<Result>) => {
    const [scenario] = scenariosNamed(name);
    if (!scenario) throw new Error(`No scenario is named ${name}`);
    return openScenario(browser, company, scenario, view, use);
  };

  it('shows twenty rows of the panel’s list on a desktop without scrolling', async () => {
    const bottom = await open('admin-expenses-list', 'desktop', async (page) => {
      const box = await page.locator('tbody').getByRole('row').nth(19).boundingBox();
      return (box?.y ?? Infinity) + (box?.height ?? 0);
    });
    expect(bottom).toBeLessThanOrEqual(VIEWS.desktop.height);
  }, 60_000);

  it.each([
    { width: 1440, height: 900, top: 200 },
    { width: 1280, height: 800, top: 200 },
    // The height includes the header that has the menu.
    { width: 1024, height: 768, top: 316 },
  ])(
    'shows all columns of the panel’s list at $width × $height, the justification widest',
    async (at) => {
      const { top, cut, widest } = await open('admin-expenses-list', 'desktop', async (page) => {
        await page.setViewportSize(at);
        return page.getByRole('table', { name: 'Expenses' }).evaluate((table) => {
          const region = (table.parentElement ?? table).getBoundingClientRect();
          const [names, ...rows] = [...table.querySelectorAll('[role=row]')].map((row) => [...row.children]);
          const columns = names?.map((name) => name.textContent) ?? [];
          const whole = new Set(['Date', 'Amount', 'Reimb.', 'Status', 'ID', 'Actions']);
          const isCut = (cell: Element) =>
            cell.getBoundingClientRect().right > region.right + 1 || cell.scrollWidth > cell.clientWidth + 1;
          const cut = rows.flatMap((row) =>
            row
              .filter((cell, column) => whole.has(columns[column] ?? '') && isCut(cell))
              .map((cell) => `${cell.textContent}: ${cell.scrollWidth} of ${cell.clientWidth}`),
          );
          const widths = names?.map((name) => name.getBoundingClientRect().width) ?? [];
          return {
            top: region.top,
            cut,
            widest: columns[widths.indexOf(Math.max(...widths))],
          };
        });
      });
      expect(cut).toEqual([]);
      expect(widest).toBe('Justification');
      expect(top).toBeLessThanOrEqual(at.top);
    },
    60_000,
  );

  it('keeps the table of users within the screen, however long a name is', async () => {
    const hidden = await open('admin-users-long-name', 'desktop', (page) =>
      page.getByRole('region', { name: 'Users' }).evaluate((region) => region.scrollWidth - region.clientWidth),
    );
    expect(hidden).toBe(0);
  }, 60_000);

  it('keeps the table of duplicates within the sheet of a small desktop, with their ids', async () => {
    const { hidden, id } = await open('admin-expenses-details-duplicate', 'desktop', async (page) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      const region = page.getByRole('region', { name: 'Claims with the same receipt' });
      const id = await region.getByText(/^EXP-/).filter({ visible: true }).count();
      return { hidden: await region.evaluate((box) => box.scrollWidth - box.clientWidth), id };
    });
    expect({ hidden, id }).toEqual({ hidden: 0, id: 1 });
  }, 60_000);

  it.each(['admin-payments-list', 'admin-payments-run-done', 'admin-analytics-charts'])(
    'shows the tables of %s whole on a phone',
    async (name) => {
      const hidden = await open(name, 'phone', (page) =>
        page
          .getByRole('region')
          .filter({ has: page.getByRole('table') })
          .evaluateAll((regions) => regions.map((region) => region.scrollWidth - region.clientWidth)),
      );
      expect(hidden.length).toBeGreaterThan(0);
      expect(Math.max(...hidden)).toBe(0);
    },
    60_000,
  );

  it('starts a phone’s list in the upper half, and ends it above New Expense', async () => {
    const { first, last, bar } = await open('my-expenses-list', 'phone', async (page) => {
      const cards = page.getByRole('list', { name: 'My expenses' }).getByRole('article');
      const first = await cards.first().boundingBox();
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      const last = await cards.last().boundingBox();
      return { first, last, bar: await page.getByRole('link', { name: 'New Expense' }).boundingBox() };
    });
    expect(first?.y).toBeLessThan(VIEWS.phone.height / 2);
    expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(VIEWS.phone.height);
  }, 60_000);

  it('lays out a row when it comes near the screen', async () => {
    const laidOut = await open('admin-expenses-list', 'desktop', async (page) => {
      const cells = page.getByRole('table').locator('tbody tr > td:first-child');
      const laidOutNow = () =>
        cells.evaluateAll((all) => all.map((cell) => cell.checkVisibility({ contentVisibilityAuto: true })));
      await page.setViewportSize({ width: VIEWS.desktop.width, height: 120 });
      await settle(page);
      const before = await laidOutNow();
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await settle(page);
      return { before, after: await laidOutNow() };
    });
    expect(laidOut.before.at(-1)).toBe(false);
    expect(laidOut.after.at(-1)).toBe(true);
  }, 60_000);

  it('has heads to sort by that do not overlap where columns stand below each other', async () => {
    const heads = await open('my-expenses-list', 'desktop', async (page) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await settle(page);
      return page
        .locator('thead button')
        .evaluateAll((all) => all.map((head) => head.getBoundingClientRect().toJSON()));
    });
    const [date, submission] = heads as DOMRect[];
    expect(heads).toHaveLength(2);
    expect(date?.height).toBeGreaterThanOrEqual(24);
    expect(submission?.top).toBeGreaterThanOrEqual(date?.bottom ?? NaN);
  }, 60_000);

  it('is accessible in both themes, screens and dialogs', async () => {
    const scenarios = SCENARIOS.filter((scenario) => CHECKED.includes(nameOf(scenario)));
    expect(scenarios).toHaveLength(CHECKED.length);
    expect(await findings(browser, company, scenarios, axeFindings)).toEqual([]);
  }, 300_000);

  it('is accessible on a phone where a form has errors', async () => {
    const scenarios = scenariosNamed('submit-expense-problems');
    expect(scenarios).toHaveLength(1);
    expect(await findings(browser, company, scenarios, axeFindingsOnPhone)).toEqual([]);
  }, 120_000);
});
