import type { Browser, Page } from 'playwright-core';
import type { Company } from '../browser/sample-company.js';
import {
  apiBytes,
  decisionTime,
  hasKeyTimes,
  keyTimes,
  scrollRate,
  watchDecision,
  watchKeys,
} from '../browser/in-page.js';
import { withPage } from './loading.js';
import { settle } from './bundle-sizes.js';
import { atLeast, atMost, quantile, type Row } from './table.js';

const SCROLL_MS = 3000;
/** The page is as long as 10,000 rows, for the browser's own limit. */
const EMPTY_PAGE = 'data:text/html,<div style="height:640000px">';
const DECISIONS = 50;
const WORDS = ['dinner 12', 'dinner 99', 'working dinner 4'];
const CPUS = [1, 4] as const;

const LISTS = [
  { name: 'own list', role: 'partner', path: '/my-expenses' },
  { name: 'admin list', role: 'admin', path: '/admin' },
] as const;

async function openList(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('[aria-rowcount]').waitFor();
  await settle(page);
}

async function searchTimes(page: Page): Promise<number[]> {
  await page.evaluate(watchKeys);
  const field = page.getByRole('searchbox', { name: 'Search' });
  let pressed = 0;
  for (const word of WORDS) {
    await field.focus();
    for (const key of [...word, ...Array<string>(word.length).fill('Backspace')]) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      pressed += 1;
      await page.waitForFunction(hasKeyTimes, pressed);
    }
  }
  return page.evaluate(keyTimes);
}

async function decisionTimes(page: Page): Promise<number[]> {
  await page.goto('/admin?status=submitted');
  await page.getByRole('row').nth(1).getByRole('button', { name: /^EXP-/ }).click();
  const times: number[] = [];
  for (let decision = 0; decision < DECISIONS; decision += 1) {
    await settle(page);
    await page.locator('[role=dialog] button:text-is("Approve"):enabled:not([aria-disabled=true])').waitFor();
    // The same key pressed sooner is ignored, as part of a double press.
    await page.waitForTimeout(700);
    await page.evaluate(watchDecision);
    await page.keyboard.press('a');
    await page.waitForFunction(decisionTime);
    times.push(await page.evaluate(decisionTime));
  }
  return times;
}

export async function longListRows(browser: Browser, company: Company): Promise<Row[]> {
  const rows: Row[] = [];
  for (const cpu of CPUS) {
    for (const { name, role, path } of LISTS) {
      await withPage(browser, company, role, { cpu }, async (page) => {
        await page.goto(EMPTY_PAGE);
        const baseline = `${Math.round(await page.evaluate(scrollRate, SCROLL_MS))} fps for an empty page`;
        await openList(page, path);
        if (cpu === 1) rows.push(atMost(`data of the first rows, ${name}`, await page.evaluate(apiBytes), 150, 'kB'));
        const rate = await page.evaluate(scrollRate, SCROLL_MS);
        rows.push(atLeast(`scroll a long list, ${name}, CPU ×${cpu}`, rate, cpu === 1 ? 59 : 30, 'fps', baseline));
      });
      await withPage(browser, company, role, { cpu }, async (page) => {
        await openList(page, path);
        const times = await searchTimes(page);
        const metric = `search a long list, key to rows p95, ${name}, CPU ×${cpu}`;
        rows.push(atMost(metric, quantile(times, 0.95), cpu === 1 ? 100 : 200, 'ms', `${times.length} keys`));
      });
    }
  }
  const decided = await withPage(browser, company, 'admin', {}, decisionTimes);
  rows.push(
    atMost('decision to next expense shown, p50', quantile(decided, 0.5), 100, 'ms', `${decided.length} approvals`),
  );
  return rows;
}
