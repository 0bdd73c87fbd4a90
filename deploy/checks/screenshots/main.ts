import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inParallel } from '@outlay/concurrency';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, launchBrowser } from '@outlay/harness';
import { loadSampleCompany, type SampleCompany } from '../browser/sample-company.js';
import { contactSheet, type Picture } from './contact-sheet.js';
import { openScenario, setTheme } from '../browser/open-scenario.js';
import { withSampleProduct } from '../browser/sample-product.js';
import { nameOf, VIEWS, type Scenario, type ViewName } from '../browser/scenario.js';
import { scenariosNamed } from '../browser/scenarios/index.js';

const FOLDER = 'screenshots';
const CONCURRENCY = 3;
const README_PICTURE = { of: 'admin-expenses-list', file: join('docs', 'images', 'admin-panel.png') };

/** Usage: `npm run checks -- screenshots [--only admin] [--origin http://…]`, or `--readme` for the picture of the README. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, origin: { type: 'string' }, readme: { type: 'boolean', default: false } },
  });
  if (!chromiumPath) throw new Error('No Chromium was found. Name one: CHROMIUM=/path/to/chromium');
  if (values.readme) return takeReadmePicture(values.origin);
  const scenarios = scenariosNamed(values.only);
  if (scenarios.length === 0) throw new Error(`No scenario is named like ${values.only}`);
  const started = performance.now();
  if (!values.only) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const browser = await launchBrowser();
  try {
    const { pictures, failures } = await withSampleProduct(values.origin, async (origin) =>
      takeAll(browser, await loadSampleCompany(origin), scenarios),
    );
    await writeFile(join(FOLDER, 'index.html'), contactSheet(pictures, failures));
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(
      `${pictures.length} pictures of ${scenarios.length} scenarios in ${seconds} s: ${join(FOLDER, 'index.html')}`,
    );
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    await browser.close();
  }
}

async function takeReadmePicture(origin: string | undefined): Promise<void> {
  const { of, file } = README_PICTURE;
  const [scenario] = scenariosNamed(of);
  if (!scenario) throw new Error(`No scenario is named ${of}`);
  const browser = await launchBrowser();
  try {
    await withSampleProduct(origin, async (running) =>
      openScenario(browser, await loadSampleCompany(running), scenario, 'desktop', async (page) => {
        // The height is a multiple of a row, so that the last one is whole.
        const height = await page.evaluate(() => {
          const bottoms = [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().bottom);
          return bottoms.find((bottom) => bottom >= innerHeight) ?? innerHeight;
        });
        await page.setViewportSize({ ...VIEWS.desktop, height: Math.round(height) });
        await page.screenshot({ path: file });
      }),
    );
  } finally {
    await browser.close();
  }
  console.log(file);
}

async function takeAll(browser: Browser, company: SampleCompany, scenarios: readonly Scenario[]) {
  const failures: string[] = [];
  const takes = scenarios.flatMap((scenario) =>
    viewsOf(scenario).map((view) => ({ scenario, view }) satisfies { scenario: Scenario; view: ViewName }),
  );
  const taken = await inParallel(takes, CONCURRENCY, ({ scenario, view }) =>
    openScenario(browser, company, scenario, view, (page) => take(page, scenario, view)).catch((error: unknown) => {
      const failure = error instanceof Error ? error.message : String(error);
      console.error(failure);
      failures.push(failure);
      return [];
    }),
  );
  return { pictures: taken.flat(), failures };
}

function viewsOf({ only }: Scenario): ViewName[] {
  return only ? [only] : ['desktop', 'phone'];
}

async function take(page: Page, scenario: Scenario, view: ViewName): Promise<Picture[]> {
  const shoot = async (look: string): Promise<Picture> => {
    const name = nameOf(scenario);
    const file = `${name}-${look}.png`;
    await page.screenshot({ path: join(FOLDER, file), fullPage: scenario.fullPage ?? false });
    return { name, look, file };
  };
  const light = await shoot(view);
  if (view === 'phone') return [light];
  await setTheme(page, 'dark');
  return [light, await shoot('dark')];
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
