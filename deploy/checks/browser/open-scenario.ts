import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Company, Role, SampleCompany } from './sample-company.js';
import { waitForRender, isAbsent, waitForTheme } from './in-page.js';
import { nameOf, VIEWS, type Scenario, type ViewName } from './scenario.js';

const WAIT_MS = 15_000;
/** They must disappear before a screenshot. */
const BUSY_INDICATORS = '.animate-pulse, [aria-busy=true], .animate-spin';

export function openContext(browser: Browser, company: Company, role: Role | null, view: ViewName) {
  const login = role && company.logins[role];
  return browser.newContext({
    baseURL: company.origin,
    viewport: VIEWS[view],
    hasTouch: view !== 'desktop',
    isMobile: view !== 'desktop',
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
    // A service worker would hide responses.
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

/** @throws Error with the scenario's name */
export async function openScenario<Result>(
  browser: Browser,
  company: SampleCompany,
  scenario: Scenario,
  view: ViewName,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context: BrowserContext = await openContext(browser, company, scenario.as, view);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    const scenarioContext = { page, company, view };
    await scenario.before?.(scenarioContext);
    await page.goto(typeof scenario.path === 'string' ? scenario.path : scenario.path(company));
    await scenario.steps?.(scenarioContext);
    await scenario.shows(page).waitFor();
    if (!scenario.staysBusy) await page.waitForFunction(isAbsent, BUSY_INDICATORS);
    await page.evaluate(waitForRender);
    return await use(page);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${nameOf(scenario)} (${view}): ${why}`, { cause: error });
  } finally {
    // Closing the context would fail route handlers that are still running.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}

/** `waitForFunction` would treat any promise as true. */
export async function waitUntil(page: Page, condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  while (!(await page.evaluate(condition))) {
    if (performance.now() > deadline) throw new Error(`Timed out waiting for ${condition.name}`);
    await page.waitForTimeout(50);
  }
}

export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(waitForTheme, theme);
}
