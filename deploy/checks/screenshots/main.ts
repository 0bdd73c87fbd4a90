import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runMain } from '@outlay/composition';
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
const README_PICTURES = {
  'admin-expenses-list': 'admin-panel.png',
  'admin-expenses-details-duplicate': 'review-sheet.png',
  'admin-expenses-compare-receipts': 'duplicates.png',
  'admin-payments-run': 'payment-run.png',
  'admin-analytics-charts': 'analytics.png',
  'admin-expenses-approver-saw': 'approver-saw.png',
};

/** Usage: `npm run checks -- screenshots [--only admin] [--origin http://…]`, or `--readme` for the pictures of the README. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, origin: { type: 'string' }, readme: { type: 'boolean', default: false } },
  });
  if (!chromiumPath) throw new Error('No Chromium was found. Name one: CHROMIUM=/path/to/chromium');
  if (values.readme) return takeReadmePictures(values.origin);
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

async function takeReadmePictures(origin: string | undefined): Promise<void> {
  const browser = await launchBrowser();
  try {
    await withSampleProduct(origin, async (running) => {
      const company = await loadSampleCompany(running);
      for (const [name, file] of Object.entries(README_PICTURES)) {
        const scenario = scenariosNamed(name).find((each) => nameOf(each) === name);
        if (!scenario) throw new Error(`No scenario is named ${name}`);
        await openScenario(browser, company, scenario, 'desktop', (page) => takeReadmePicture(page, file));
      }
    });
  } finally {
    await browser.close();
  }
}

async function takeReadmePicture(page: Page, file: string): Promise<void> {
  // The height is a multiple of a row, so that the last one is whole.
  const height = await page.evaluate(() => {
    const bottoms = [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().bottom);
    const isListOnly = document.querySelector('[data-popup]') === null;
    return (isListOnly && bottoms.find((bottom) => bottom >= innerHeight)) || innerHeight;
  });
  await page.setViewportSize({ ...VIEWS.desktop, height: Math.round(height) });
  const path = join('docs', 'images', file);
  await page.screenshot({ path });
  console.log(path);
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

runMain(main);
