/// <reference lib="dom" />
import { updateUserRoute } from '@outlay/contracts';
import { chromiumPath, launchBrowser } from '@outlay/harness';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { startOwnCompany } from './testing/company.js';
import { filesOf, makeHistory, packOf, unpack, type History } from './testing/proof-packs.js';

const NAME = '<img src=x onerror=alert(1)>';

(chromiumPath ? describe : describe.skip)('the page of a proof pack', () => {
  let folder: string;
  let browser: Browser;
  let page: Page;
  let history: History;
  let total: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pack-page-'));
    const company = await startOwnCompany();
    try {
      await company.api.call(updateUserRoute, {
        as: company.root,
        params: { id: company.mia.user.id },
        json: { first_name: NAME },
      });
      history = await makeHistory(company);
      const zip = await packOf(company, { payment: history.payment }, `payment-${history.payment}`, 1);
      const [, { id: amended } = { id: '' }] = history.expenses;
      const ofExpense = await packOf(company, { expense: amended }, `expense-${amended}`, 2);
      const files = await filesOf(zip);
      total = /"Total".*?"(\d+\.\d\d)"/.exec(String(files.get('expenses.csv')))?.[1] ?? '';
      const forged = Buffer.from(zip);
      const digit = forged.indexOf('"amount":"') + '"amount":"'.length;
      forged[digit] = (forged[digit] ?? 0) ^ 1;
      await unpack(files, join(folder, 'unpacked'));
      await writeFile(join(folder, 'pack.zip'), zip);
      await writeFile(join(folder, 'other.zip'), zip);
      await writeFile(join(folder, 'expense.zip'), ofExpense);
      await writeFile(join(folder, 'forged.zip'), forged);
    } finally {
      await company.close();
    }
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    page = await browser.newPage();
    await page.context().setOffline(true);
    await page.goto(pathToFileURL(join(folder, 'unpacked', 'verify.html')).href);
  });
  afterEach(() => page.close());

  const verify = (name: string) => page.locator('#zip').setInputFiles(join(folder, name));
  const verdict = (word: string) => page.locator('main > :first-child h2', { hasText: new RegExp(`^${word}$`) });

  it('shows the verdict above the contents of the pack', async () => {
    await verify('pack.zip');
    await verdict('PASS').waitFor();
    const text = (await page.locator('#contents').innerText()).replace(/\s+/g, ' ');
    expect(text).toContain(`Payment of ${total} EUR to ${NAME}`);
    expect(text).toMatch(/: paid \d{4}-\d\d-\d\d by \S+@\S+ /);
    expect(await page.title()).toMatch(/^PASS: Payment of .*: paid /);
    for (const title of ['Payments', 'Expenses', 'People', 'Receipts', 'Events'])
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
    for (const { expense_id } of history.expenses) expect(text).toContain(expense_id);
    expect(text).toContain('98765.43 XOF');
    expect(text).toContain('=1+1, "quoted" and lined');
    expect(text).toContain('Expense paid');
    expect(text).toContain(history.reportName);
    // People's texts are shown as texts, each in a place of its own.
    expect(await page.locator('#contents img').count()).toBe(0);
    expect(await page.locator('#contents bdi', { hasText: NAME }).count()).toBeGreaterThan(0);
  });

  it('is titled by what a pack of one expense proves', async () => {
    await verify('expense.zip');
    await verdict('PASS').waitFor();
    const by = String.raw`\d{4}-\d\d-\d\d by \S+@\S+`;
    const decided = `approved ${by}, paid ${by}`;
    expect(await page.title()).toMatch(
      new RegExp(`^PASS: Expense ${history.expenses[1]?.expense_id} of .*: ${decided}$`),
    );
  });

  it('says FAIL first of a forged pack, and shows nothing of it', async () => {
    await verify('pack.zip');
    await verdict('PASS').waitFor();
    await verify('forged.zip');
    await verdict('FAIL').waitFor();
    expect(await page.locator('#contents').isVisible()).toBe(false);
    expect(await page.locator('#contents').innerHTML()).toBe('');
    expect(await page.locator('#result').innerText()).toMatch(/^FAIL: /);
  });

  it('does not let a pack that was chosen before answer for the last one', async () => {
    await page.evaluate(() => {
      const { arrayBuffer } = Blob.prototype;
      const opened = new Promise<void>((resolve) => addEventListener('open', () => resolve(), { once: true }));
      // The first read, which is of the first pack, is held.
      Blob.prototype.arrayBuffer = async function (this: Blob) {
        Blob.prototype.arrayBuffer = arrayBuffer;
        await opened;
        return arrayBuffer.call(this);
      };
      const section = document.querySelector<HTMLElement>('#verdict');
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver(() => {
        const text = `${section?.querySelector('h2')?.textContent} ${section?.querySelector('#file')?.textContent}`;
        if (said.at(-1) !== text) said.push(text);
      }).observe(document.body, { subtree: true, childList: true });
    });
    await verify('pack.zip');
    await verdict('Verifying…').waitFor();
    await verify('forged.zip');
    await verdict('FAIL').waitFor();
    await page.evaluate(() => dispatchEvent(new Event('open')));
    await verify('other.zip');
    await verdict('PASS').waitFor();
    expect(await page.evaluate(() => Object(window).said as string[])).toEqual([
      'Verifying… pack.zip',
      'Verifying… forged.zip',
      'FAIL forged.zip',
      'Verifying… other.zip',
      'PASS other.zip',
    ]);
  });

  it.each([
    ['A4', 703],
    ['Letter', 725],
    ['a phone', 320],
  ])('fits on %s', async (_, width) => {
    await verify('pack.zip');
    await verdict('PASS').waitFor();
    if (width > 500) await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });
});
