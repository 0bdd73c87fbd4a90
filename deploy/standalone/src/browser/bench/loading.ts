import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Company, Role } from '../company.js';
import { interactiveAt, observe, seenSoFar, watchForField, type Seen } from '../in-page.js';
import { openContext } from '../play.js';
import { settle } from './sizes.js';
import { atMost, quantile, type Row } from './table.js';

const RUNS = 5;
/** What a slow phone's network does, as Lighthouse has it. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

export interface Conditions {
  /** How many times slower than this machine. */
  readonly cpu?: number;
  readonly slowNetwork?: boolean;
}

/** A fresh page, with nothing cached, under these conditions. */
export async function withPage<Result>(
  browser: Browser,
  company: Company,
  role: Role | null,
  { cpu = 1, slowNetwork = false }: Conditions,
  use: (page: Page, client: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await openContext(browser, company, role, 'desktop');
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    if (cpu !== 1) await client.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    if (slowNetwork) {
      await client.send('Network.enable');
      await client.send('Network.emulateNetworkConditions', SLOW_NETWORK);
    }
    return await use(page, client);
  } finally {
    await context.close();
  }
}

async function interactive(browser: Browser, company: Company, conditions: Conditions): Promise<number> {
  return withPage(browser, company, null, conditions, async (page) => {
    await page.addInitScript(watchForField);
    await page.goto('/login');
    await page.waitForFunction(interactiveAt);
    return page.evaluate(interactiveAt);
  });
}

export async function seenOnLoad(
  browser: Browser,
  company: Company,
  role: Role | null,
  path: string,
  conditions: Conditions = {},
): Promise<Seen> {
  return withPage(browser, company, role, conditions, async (page) => {
    await page.addInitScript(observe);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settle(page);
    return page.evaluate(seenSoFar);
  });
}

async function median(measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let run = 0; run < RUNS; run += 1) values.push(await measure());
  return quantile(values, 0.5);
}

/** How soon one can type, and for how long the thread is taken on the way; medians. */
export async function loadingRows(browser: Browser, company: Company): Promise<Row[]> {
  const blocked = (role: Role | null, path: string) =>
    median(async () => (await seenOnLoad(browser, company, role, path, { cpu: 4 })).blocked);
  return [
    atMost('/login interactive, CPU ×4', await median(() => interactive(browser, company, { cpu: 4 })), 1000, 'ms'),
    atMost(
      'the same on 1.6 Mbps, 150 ms',
      await median(() => interactive(browser, company, { cpu: 4, slowNetwork: true })),
      2000,
      'ms',
    ),
    atMost('blocking time on load of /login, CPU ×4', await blocked(null, '/login'), 200, 'ms'),
    atMost('blocking time on load of /my-expenses, CPU ×4', await blocked('member', '/my-expenses'), 200, 'ms'),
    atMost('blocking time on load of /admin, CPU ×4', await blocked('admin', '/admin'), 200, 'ms'),
  ];
}

const ROUTES: readonly (readonly [Role | null, string])[] = [
  [null, '/login'],
  [null, '/register'],
  ['member', '/my-expenses'],
  ['member', '/submit-expense'],
  ['member', '/my-reports'],
  ['member', '/settings'],
  ['member', '/get-token'],
  ['admin', '/admin'],
  ['admin', '/admin?tab=reports'],
  ['admin', '/admin?tab=users'],
];

export async function shiftRow(browser: Browser, company: Company): Promise<Row> {
  const shifts: { path: string; shift: number }[] = [];
  for (const [role, path] of ROUTES) {
    shifts.push({ path, shift: (await seenOnLoad(browser, company, role, path)).shift });
  }
  const worst = shifts.reduce((most, each) => (each.shift > most.shift ? each : most));
  return atMost(`CLS, worst of ${shifts.length} routes`, worst.shift, 0.02, '', worst.path);
}
