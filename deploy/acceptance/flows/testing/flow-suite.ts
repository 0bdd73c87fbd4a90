import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { RestClient } from '@outlay/seed';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { freePort, printedInvite, startProduct, type ProductProcess } from '@outlay/harness';
import { chromiumPath, launchBrowser } from '@outlay/harness/testing/browser';
import { signUp, type SignedIn } from '@outlay/harness/testing/people';
import { createRestDriver, type RestDriver } from './rest-driver.js';

const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>;
export type Device = keyof typeof DEVICES;

const START_TIMEOUT_MS = 90_000;
const FLOW_TIMEOUT_MS = 120_000;
/** The timeout is generous, because the machine may be busy with other tests. */
const ACTION_TIMEOUT_MS = 20_000;
const SCREENSHOTS = joinPath(tmpdir(), 'outlay-flow-screenshots');

export type Open = (path: string, who?: SignedIn | null) => Promise<Page>;

export interface FlowSuite {
  readonly product: ProductProcess;
  readonly admin: SignedIn;
  readonly rest: RestDriver;
  /** Stops the product and returns a function that starts it again on the same data and port. */
  stopProduct(): Promise<() => Promise<void>>;
  flow(name: string, run: (open: Open, device: Device) => Promise<void>, device?: Device): void;
  onBothDevices(name: string, run: (open: Open, device: Device) => Promise<void>): void;
}

export function flows(name: string, describeFlows: (suite: FlowSuite) => void): void {
  const inChromium = chromiumPath ? describe : describe.skip;
  inChromium(`${name}${chromiumPath ? '' : ' (skipped: no Chromium is installed)'}`, () => {
    let folder: string;
    let browser: Browser;
    let port: number;
    const parts: { product?: ProductProcess; admin?: SignedIn; rest?: RestDriver } = {};
    const start = async () => {
      parts.product = await startProduct({ dataDir: folder, port });
    };

    beforeAll(async () => {
      folder = await mkdtemp(joinPath(tmpdir(), 'outlay-flows-'));
      port = await freePort();
      [browser] = await Promise.all([launchBrowser(), start()]);
      const api = new RestClient(suite.product.origin);
      const invite = await printedInvite(suite.product);
      parts.admin = await signUp(api, invite, { email: 'rosa@example.org', first: 'Rosa', last: 'Root' });
      parts.rest = createRestDriver(api, parts.admin);
    }, START_TIMEOUT_MS);
    afterAll(async () => {
      await browser?.close();
      await parts.product?.stop();
      await rm(folder, { recursive: true });
    }, START_TIMEOUT_MS);

    const suite: FlowSuite = {
      get product() {
        return required(parts.product);
      },
      get admin() {
        return required(parts.admin);
      },
      get rest() {
        return required(parts.rest);
      },
      stopProduct: async () => {
        await suite.product.stop();
        return start;
      },
      flow: (flowName, run, device = 'desktop') =>
        it(
          flowName,
          () => runFlow(browser, suite.product.origin, device, `${name} ${flowName}`, (open) => run(open, device)),
          FLOW_TIMEOUT_MS,
        ),
      onBothDevices: (flowName, run) => {
        suite.flow(`${flowName}, on a desktop`, run, 'desktop');
        suite.flow(`${flowName}, on a phone`, run, 'phone');
      },
    };
    describeFlows(suite);
  });
}

function required<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The product is only available while the tests run');
  return part;
}

async function runFlow(
  browser: Browser,
  baseURL: string,
  device: Device,
  name: string,
  run: (open: Open) => Promise<void>,
): Promise<void> {
  const contexts: BrowserContext[] = [];
  const errors: string[] = [];
  const open: Open = async (path, who = null) => {
    const context = await browser.newContext({
      ...DEVICES[device],
      baseURL,
      // The same date as on the server.
      timezoneId: 'UTC',
      locale: 'en-GB',
      reducedMotion: 'reduce',
      storageState: { cookies: [], origins: [{ origin: baseURL, localStorage: storedLogin(who) }] },
    });
    contexts.push(context);
    context.setDefaultTimeout(ACTION_TIMEOUT_MS);
    context.on('weberror', (error) => errors.push(error.error().stack ?? error.error().message));
    context.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) errors.push(message.text());
    });
    const page = await context.newPage();
    await page.goto(path);
    return page;
  };
  try {
    await run(open);
    expect(errors).toEqual([]);
  } catch (error) {
    await takeScreenshots(contexts, name);
    throw error;
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
  }
}

function storedLogin(who: SignedIn | null) {
  return who === null ? [] : [{ name: 'token', value: who.token }];
}

async function takeScreenshots(contexts: readonly BrowserContext[], name: string): Promise<void> {
  const pages = contexts.flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    const path = joinPath(SCREENSHOTS, `${name.replace(/\W+/g, '-')}-${index + 1}.png`);
    await page.screenshot({ path }).catch(() => undefined);
  }
}
