import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Company, Role, SampleCompany } from './company.js';
import { atRest, isGone, paintedIn } from './in-page.js';
import { nameOf, VIEWS, type Scene, type ViewName } from './scene.js';

const WAIT_MS = 15_000;
/** What the client shows while it waits: it has to be gone before a picture is taken. */
const UNDER_WAY = '.animate-pulse, [aria-busy=true], .animate-spin';

/** A context as a person of that role has it, signed in; nothing of another scene is in it. */
export function openContext(browser: Browser, company: Company, role: Role | null, view: ViewName) {
  const login = role && company.logins[role];
  return browser.newContext({
    baseURL: company.origin,
    viewport: VIEWS[view],
    hasTouch: view !== 'desktop',
    isMobile: view !== 'desktop',
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
    // Answers are changed and files are weighed here, on their way from the server.
    serviceWorkers: 'block',
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'UTC',
    storageState: {
      cookies: [],
      origins: login
        ? [
            {
              origin: company.origin,
              localStorage: [
                { name: 'token', value: login.token },
                { name: 'user', value: JSON.stringify(login.user) },
              ],
            },
          ]
        : [],
    },
  });
}

/** Plays a scene in a context of its own and hands its page on. Throws with the scene's name where it does not come about. */
export async function play<Result>(
  browser: Browser,
  company: SampleCompany,
  scene: Scene,
  view: ViewName,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context: BrowserContext = await openContext(browser, company, scene.as, view);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    const stage = { page, company, view };
    await scene.before?.(stage);
    await page.goto(typeof scene.path === 'string' ? scene.path : scene.path(company));
    await scene.steps?.(stage);
    await scene.shows(page).waitFor();
    if (!scene.unsettled) await page.waitForFunction(isGone, UNDER_WAY);
    await page.evaluate(atRest);
    return await use(page);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${nameOf(scene)} (${view}): ${why}`, { cause: error });
  } finally {
    // An answer that is being changed has nobody to go to any more.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}

/** Asks the page until it says yes, which `waitForFunction` takes any promise for. */
export async function untilYes(page: Page, question: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  while (!(await page.evaluate(question))) {
    if (performance.now() > deadline) throw new Error(`${question.name} has not come true`);
    await page.waitForTimeout(50);
  }
}

/** Turns the page light or dark, and waits until it is. */
export async function turn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(paintedIn, theme);
}
