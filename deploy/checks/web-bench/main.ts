import { parseArgs } from 'node:util';
import { runMain } from '@outlay/composition';
import type { Browser } from 'playwright-core';
import { axeFindings, findings, findingsRow, narrowFindings } from './accessibility.js';
import { lighthouseRows } from './lighthouse.js';
import { loadingRows, shiftRow } from './loading.js';
import { withKeptInstallation, withLargeInstallation } from './large-installation.js';
import { longListRows } from './long-lists.js';
import { watchStolenTime } from './stolen-time.js';
import { sizeRows } from './bundle-sizes.js';
import { printTable, type Row } from './table.js';
import { chromiumPath, launchBrowser } from '@outlay/harness';
import { loadSampleCompany, type Company, type SampleCompany } from '../browser/sample-company.js';
import { withSampleProduct } from '../browser/sample-product.js';
import { scenariosNamed } from '../browser/scenarios/index.js';

type Part = (browser: Browser, company: SampleCompany) => Promise<Row[]>;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    scenarios: { type: 'string' },
    origin: { type: 'string' },
    data: { type: 'string' },
  },
});
const scenarios = scenariosNamed(values.scenarios).filter(({ only }) => only === undefined);

const PARTS: Readonly<Record<string, Part>> = {
  sizes: sizeRows,
  loading: loadingRows,
  lighthouse: lighthouseRows,
  shifts: async (browser, company) => [await shiftRow(browser, company)],
  axe: async (browser, company) => [
    findingsRow('axe, WCAG 2.2 AA, both themes', scenarios, await findings(browser, company, scenarios, axeFindings)),
  ],
  narrow: async (browser, company) => [
    findingsRow('320 px wide, targets ≥ 24 px', scenarios, await findings(browser, company, scenarios, narrowFindings)),
  ],
};
const LONG_LISTS = 'lists';

/**
 * Usage: `npm run checks -- web-bench [--only axe,narrow --scenarios admin]`, or `--only lists --data <folder>` for the
 * installation of `npm run bench -- --scale N --keep`, which is changed.
 */
async function main(): Promise<void> {
  const wanted = [...Object.keys(PARTS), LONG_LISTS].filter(
    (name) => !values.only || values.only.split(',').includes(name),
  );
  if (wanted.length === 0) throw new Error(`--only takes ${[...Object.keys(PARTS), LONG_LISTS].join(', ')}`);
  if (!chromiumPath) throw new Error('No Chromium was found. Name one: CHROMIUM=/path/to/chromium');
  const machine = watchStolenTime();
  const browser = await launchBrowser();
  const rows: Row[] = [];
  try {
    if (wanted.includes(LONG_LISTS)) {
      step(LONG_LISTS);
      const measure = (company: Company) => longListRows(browser, company);
      rows.push(...(await (values.data ? withKeptInstallation(values.data, measure) : withLargeInstallation(measure))));
    }
    const parts = Object.entries(PARTS).filter(([name]) => wanted.includes(name));
    if (parts.length > 0) {
      await withSampleProduct(values.origin, async (origin) => {
        const company = await loadSampleCompany(origin);
        for (const [name, measure] of parts) {
          step(name);
          rows.push(...(await measure(browser, company)));
        }
      });
    }
  } finally {
    await browser.close();
  }
  printTable(rows);
  console.log(`\n${machine()}`);
  if (rows.some(({ met }) => !met)) process.exitCode = 1;
}

const step = (name: string) => process.stderr.write(`${name} …\n`);

runMain(main);
