import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { RestClient } from '@outlay/seed';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { freePort, printedInvite, startProduct, type ProductProcess } from '@outlay/harness';
import { chromiumPath, launchBrowser } from '@outlay/harness/testing/browser';
import { signUp, type SignedIn } from '@outlay/harness/testing/people';
import { office, type Office } from './office.js';

const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>;
export type Device = keyof typeof DEVICES;

const START_MS = 90_000;
const FLOW_MS = 120_000;
/** As long as a person would wait before they call somebody; the machine may be busy with other tests. */
const PATIENCE_MS = 20_000;
/** Where a flow that fails leaves what its pages showed. */
const PICTURES = joinPath(tmpdir(), 'outlay-flow-pictures');

/** Opens an address in a browser of its own, signed in as somebody, or as nobody yet. */
export type Open = (path: string, who?: SignedIn | null) => Promise<Page>;

export interface Stage {
  readonly product: ProductProcess;
  readonly admin: SignedIn;
  /** What happens beside the browser, over REST. */
  readonly office: Office;
  /** Stops the product; what it answers starts it again, on the same data and address. */
  shutDown(): Promise<() => Promise<void>>;
  /** A test with pages of its own, on a desktop unless said otherwise. */
  flow(name: string, take: (open: Open, device: Device) => Promise<void>, device?: Device): void;
  /** The same on a desktop and on a phone. */
  onBoth(name: string, take: (open: Open, device: Device) => Promise<void>): void;
}

/** Flows of one built product and one Chromium; skipped, and said to be, where no Chromium is installed. */
export function flows(name: string, describeThem: (stage: Stage) => void): void {
  const inChromium = chromiumPath ? describe : describe.skip;
  inChromium(`${name}${chromiumPath ? '' : ' (skipped: no Chromium is installed)'}`, () => {
    let folder: string;
    let browser: Browser;
    let port: number;
    const given: { product?: ProductProcess; admin?: SignedIn; office?: Office } = {};
    const start = async () => {
      given.product = await startProduct({ dataDir: folder, port });
    };

    beforeAll(async () => {
      folder = await mkdtemp(joinPath(tmpdir(), 'outlay-flows-'));
      port = await freePort();
      [browser] = await Promise.all([launchBrowser(), start()]);
      const api = new RestClient(stage.product.origin);
      const invite = await printedInvite(stage.product);
      given.admin = await signUp(api, invite, { email: 'rosa@example.org', first: 'Rosa', last: 'Root' });
      given.office = office(api, given.admin);
    }, START_MS);
    afterAll(async () => {
      await browser?.close();
      await given.product?.stop();
      await rm(folder, { recursive: true });
    }, START_MS);

    const stage: Stage = {
      get product() {
        return started(given.product);
      },
      get admin() {
        return started(given.admin);
      },
      get office() {
        return started(given.office);
      },
      shutDown: async () => {
        await stage.product.stop();
        return start;
      },
      flow: (flowName, take, device = 'desktop') =>
        it(
          flowName,
          () => playFlow(browser, stage.product.origin, device, `${name} ${flowName}`, (open) => take(open, device)),
          FLOW_MS,
        ),
      onBoth: (flowName, take) => {
        stage.flow(`${flowName}, on a desktop`, take, 'desktop');
        stage.flow(`${flowName}, on a phone`, take, 'phone');
      },
    };
    describeThem(stage);
  });
}

function started<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The stage is there once the tests run, not while they are described');
  return part;
}

async function playFlow(
  browser: Browser,
  baseURL: string,
  device: Device,
  name: string,
  take: (open: Open) => Promise<void>,
): Promise<void> {
  const contexts: BrowserContext[] = [];
  const broken: string[] = [];
  const open: Open = async (path, who = null) => {
    const context = await browser.newContext({
      ...DEVICES[device],
      baseURL,
      // What the server takes for today is the browser's today as well.
      timezoneId: 'UTC',
      locale: 'en-GB',
      reducedMotion: 'reduce',
      storageState: { cookies: [], origins: [{ origin: baseURL, localStorage: storedLogin(who) }] },
    });
    contexts.push(context);
    context.setDefaultTimeout(PATIENCE_MS);
    context.on('weberror', (error) => broken.push(error.error().message));
    context.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) broken.push(message.text());
    });
    const page = await context.newPage();
    await page.goto(path);
    return page;
  };
  try {
    await take(open);
    expect(broken).toEqual([]);
  } catch (error) {
    await takePictures(contexts, name);
    throw error;
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
  }
}

function storedLogin(who: SignedIn | null) {
  return who === null ? [] : [{ name: 'token', value: who.token }];
}

async function takePictures(contexts: readonly BrowserContext[], name: string): Promise<void> {
  const pages = contexts.flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    const path = joinPath(PICTURES, `${name.replace(/\W+/g, '-')}-${index + 1}.png`);
    // A page that is gone has nothing to show; the failure itself says more.
    await page.screenshot({ path }).catch(() => undefined);
  }
}
