import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import type { Company, Role, SampleCompany } from '../browser/sample-company.js';
import { openContext } from '../browser/open-scenario.js';
import { waitForRender, waitUntilQuiet } from '../browser/in-page.js';
import { atMost, type Row } from './table.js';

export interface BundleSize {
  readonly script: number;
  readonly style: number;
}

export async function measureSize(
  browser: Browser,
  company: Company,
  role: Role | null,
  path: string,
  shows: string,
): Promise<BundleSize> {
  const context = await openContext(browser, company, role, 'desktop');
  try {
    const page = await context.newPage();
    const bodies: { kind: string; body: Promise<Buffer> }[] = [];
    page.on('response', (response) => {
      const kind = response.request().resourceType();
      // The browser's PDF viewer loads scripts, too.
      const isOurs = response.url().startsWith(company.origin);
      if (isOurs && (kind === 'script' || kind === 'stylesheet')) bodies.push({ kind, body: response.body() });
    });
    await page.goto(path);
    await page.getByRole('heading', { name: shows }).first().waitFor();
    await settle(page);
    const sizes = await Promise.all(
      bodies.map(async ({ kind, body }) => ({ kind, size: gzipSync(await body, { level: 9 }).length / 1000 })),
    );
    const sum = (wanted: string) =>
      sizes.filter(({ kind }) => kind === wanted).reduce((total, { size }) => total + size, 0);
    return { script: sum('script'), style: sum('stylesheet') };
  } finally {
    await context.close();
  }
}

export async function sizeRows(browser: Browser, company: SampleCompany): Promise<Row[]> {
  const open = `/my-expenses?expense=${company.own('member', 'paid').expense_id}`;
  const login = await measureSize(browser, company, null, '/login', 'Sign in');
  const list = await measureSize(browser, company, 'member', '/my-expenses', 'My Expenses');
  const details = await measureSize(browser, company, 'member', open, 'Expense details');
  const form = await measureSize(browser, company, 'member', '/submit-expense', 'Submit Expense');
  const admin = await measureSize(browser, company, 'admin', '/admin', 'Admin Panel');
  return [
    atMost('initial JS of /login', login.script, 117, 'kB gz'),
    atMost('list route', list.script, 136, 'kB gz'),
    atMost('list route with detail sheet', details.script, 170, 'kB gz'),
    atMost('form of a claim, with what it loads ahead', form.script, 181, 'kB gz'),
    atMost('/admin', admin.script, 140, 'kB gz'),
    atMost('CSS', Math.max(login.style, list.style, details.style, form.style, admin.style), 15, 'kB gz'),
  ];
}

/** The network is never idle while an open list follows its changes. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(waitUntilQuiet);
  await page.evaluate(waitForRender);
}
