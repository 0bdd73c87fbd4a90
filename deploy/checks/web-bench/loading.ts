import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Company, Role } from '../browser/sample-company.js';
import {
  timeToInteractive,
  observe,
  loadMetrics,
  waitUntilQuiet,
  watchForField,
  type LoadMetrics,
} from '../browser/in-page.js';
import { openContext } from '../browser/open-scenario.js';
import { VIEWS, type ViewName } from '../browser/scenario.js';
import { atMost, median, type Row } from './table.js';

const RUNS = 5;
/** The window itself loads for a while, which would slow down the page. */
const WINDOW_START_MS = 2000;
/** The slow mobile network of Lighthouse. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

export interface Conditions {
  /** CPU slowdown factor. */
  readonly cpu?: number;
  readonly slowNetwork?: boolean;
  readonly view?: ViewName;
  readonly height?: number;
}

export async function withPage<Result>(
  browser: Browser,
  company: Company,
  role: Role | null,
  { cpu = 1, slowNetwork = false, view = 'desktop', height }: Conditions,
  use: (page: Page, client: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await openContext(browser, company, role, view);
  try {
    const page = await context.newPage();
    if (height) await page.setViewportSize({ ...VIEWS[view], height });
    const client = await context.newCDPSession(page);
    if (cpu !== 1) {
      await page.waitForTimeout(WINDOW_START_MS);
      await client.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    }
    if (slowNetwork) {
      await client.send('Network.enable');
      await client.send('Network.emulateNetworkConditions', SLOW_NETWORK);
    }
    return await use(page, client);
  } finally {
    await context.close();
  }
}

/** Shows the browser's own share of the time. */
const ONLY_A_FIELD = 'data:text/html,<input>';

async function interactive(
  browser: Browser,
  company: Company,
  conditions: Conditions,
  url = '/login',
): Promise<number> {
  return withPage(browser, company, null, conditions, async (page) => {
    await page.addInitScript(watchForField);
    await page.goto(url);
    // `waitForFunction` and locators would inject a large script, a long task itself.
    return page.evaluate(timeToInteractive);
  });
}

export async function measureLoad(
  browser: Browser,
  company: Company,
  role: Role | null,
  path: string,
  conditions: Conditions = {},
): Promise<LoadMetrics> {
  return withPage(browser, company, role, conditions, async (page) => {
    await page.addInitScript(observe);
    await page.goto(path);
    await page.evaluate(waitUntilQuiet);
    return page.evaluate(loadMetrics);
  });
}

async function repeat<Value>(measure: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let run = 0; run < RUNS; run += 1) values.push(await measure());
  return values;
}

export async function loadingRows(browser: Browser, company: Company): Promise<Row[]> {
  const typing = async (conditions: Conditions, url?: string) =>
    median(await repeat(() => interactive(browser, company, conditions, url)));
  const blocking = async (role: Role | null, path: string) => {
    const seen = await repeat(() => measureLoad(browser, company, role, path, { cpu: 4 }));
    const fromStart = median(seen.map(({ blockedFromStart }) => blockedFromStart));
    const note = `${Math.round(fromStart)} ms since navigation`;
    return atMost(
      `total blocking time of ${path}, CPU ×4`,
      median(seen.map(({ blocked }) => blocked)),
      200,
      'ms',
      note,
    );
  };
  const baseline = `${Math.round(await typing({ cpu: 4 }, ONLY_A_FIELD))} ms for a page of one field`;
  return [
    atMost('/login interactive, CPU ×4', await typing({ cpu: 4 }), 1000, 'ms', baseline),
    atMost('the same on 1.6 Mbps, 150 ms', await typing({ cpu: 4, slowNetwork: true }), 2000, 'ms'),
    await blocking(null, '/login'),
    await blocking('member', '/my-expenses'),
    await blocking('admin', '/admin'),
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

/** A tall window shows what is below a list, and its shift when the list loads. */
const SHIFT_CONDITIONS: readonly Conditions[] = [{ height: 1600 }, { view: 'phone' }];

export async function shiftRow(browser: Browser, company: Company): Promise<Row> {
  const shifts: { path: string; shift: number }[] = [];
  for (const [role, path] of ROUTES) {
    for (const conditions of SHIFT_CONDITIONS) {
      const { shift } = await measureLoad(browser, company, role, path, conditions);
      shifts.push({ path: `${path}, ${conditions.view ?? 'desktop'}`, shift });
    }
  }
  const worst = shifts.reduce((most, each) => (each.shift > most.shift ? each : most));
  return atMost(`CLS, worst of ${ROUTES.length} routes`, worst.shift, 0.02, '', worst.path);
}
