import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Company, Role } from '../browser/company.js';
import { interactiveAt, observe, seenSoFar, untilQuiet, watchForField, type Seen } from '../browser/in-page.js';
import { openContext } from '../browser/play.js';
import { VIEWS, type ViewName } from '../browser/scene.js';
import { atMost, median, type Row } from './table.js';

const RUNS = 5;
/** A window's own frame is a page, too: while it loads, it takes half of a small machine from the one that is measured. */
const WINDOW_OPENS_MS = 2000;
/** What a slow phone's network does, as Lighthouse has it. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

export interface Conditions {
  /** How many times slower than this machine. */
  readonly cpu?: number;
  readonly slowNetwork?: boolean;
  readonly view?: ViewName;
  /** In pixels, where it is not the view's own. */
  readonly height?: number;
}

/** A fresh page, with nothing cached, under these conditions. */
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
      await page.waitForTimeout(WINDOW_OPENS_MS);
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

/** What the browser itself takes under these conditions. */
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
    // Not with `waitForFunction`, nor below with a locator: each brings a large script, a long task of the page's.
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
    await page.evaluate(untilQuiet);
    return page.evaluate(seenSoFar);
  });
}

async function measured<Value>(measure: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let run = 0; run < RUNS; run += 1) values.push(await measure());
  return values;
}

/** How soon one can type, and for how long the thread is taken on the way; medians. */
export async function loadingRows(browser: Browser, company: Company): Promise<Row[]> {
  const typing = async (conditions: Conditions, url?: string) =>
    median(await measured(() => interactive(browser, company, conditions, url)));
  const blocking = async (role: Role | null, path: string) => {
    const seen = await measured(() => seenOnLoad(browser, company, role, path, { cpu: 4 }));
    const fromStart = median(seen.map(({ blockedFromStart }) => blockedFromStart));
    const note = `${Math.round(fromStart)} ms from the navigation on`;
    return atMost(
      `total blocking time of ${path}, CPU ×4`,
      median(seen.map(({ blocked }) => blocked)),
      200,
      'ms',
      note,
    );
  };
  const least = `${Math.round(await typing({ cpu: 4 }, ONLY_A_FIELD))} ms for a page of one field`;
  return [
    atMost('/login interactive, CPU ×4', await typing({ cpu: 4 }), 1000, 'ms', least),
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

/** A window so high that what stands below a list is in sight before the list is, and moves where that was not foreseen. */
const SHIFTED: readonly Conditions[] = [{ height: 1600 }, { view: 'phone' }];

export async function shiftRow(browser: Browser, company: Company): Promise<Row> {
  const shifts: { path: string; shift: number }[] = [];
  for (const [role, path] of ROUTES) {
    for (const conditions of SHIFTED) {
      const { shift } = await seenOnLoad(browser, company, role, path, conditions);
      shifts.push({ path: `${path}, ${conditions.view ?? 'desktop'}`, shift });
    }
  }
  const worst = shifts.reduce((most, each) => (each.shift > most.shift ? each : most));
  return atMost(`CLS, worst of ${ROUTES.length} routes`, worst.shift, 0.02, '', worst.path);
}
