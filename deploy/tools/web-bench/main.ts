import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { axeFindings, findings, findingsRow, narrowFindings } from './accessible.js';
import { draftRows } from './drafts.js';
import { keyboardRows } from './keyboard.js';
import { lighthouseRows } from './lighthouse.js';
import { loadingRows, shiftRow } from './loading.js';
import { withLongCompany } from './long-company.js';
import { longListRows } from './long-list.js';
import { watchMachine } from './machine.js';
import { sizeRows } from './sizes.js';
import { printTable, type Row } from './table.js';
import { chromiumPath, launchBrowser } from '@outlay/harness';
import { openCompany, type SampleCompany } from '../browser/company.js';
import { withSampleProduct } from '../browser/product.js';
import { scenesNamed } from '../browser/scenes/index.js';

type Part = (browser: Browser, company: SampleCompany) => Promise<Row[]>;

const { values } = parseArgs({
  options: { only: { type: 'string' }, scenes: { type: 'string' }, origin: { type: 'string' } },
});
const scenes = scenesNamed(values.scenes).filter(({ only }) => only === undefined);

/** What is measured on the sample company; the last of them change it. */
const PARTS: Readonly<Record<string, Part>> = {
  sizes: sizeRows,
  loading: loadingRows,
  lighthouse: lighthouseRows,
  shifts: async (browser, company) => [await shiftRow(browser, company)],
  axe: async (browser, company) => [
    findingsRow('axe, WCAG 2.2 AA, both themes', scenes, await findings(browser, company, scenes, axeFindings)),
  ],
  narrow: async (browser, company) => [
    findingsRow('320 px wide, targets ≥ 24 px', scenes, await findings(browser, company, scenes, narrowFindings)),
  ],
  drafts: draftRows,
  keyboard: keyboardRows,
};
const LONG = 'lists';

/** `npm run bench:web [-- --only axe,narrow --scenes admin]`: the client's bar (web.md), measured in Chromium. Fails where one is missed. */
async function main(): Promise<void> {
  const wanted = [...Object.keys(PARTS), LONG].filter((name) => !values.only || values.only.split(',').includes(name));
  if (wanted.length === 0) throw new Error(`--only takes ${[...Object.keys(PARTS), LONG].join(', ')}`);
  if (!chromiumPath) throw new Error('No Chromium was found. Name one: CHROMIUM=/path/to/chromium');
  const machine = watchMachine();
  const browser = await launchBrowser();
  const rows: Row[] = [];
  try {
    if (wanted.includes(LONG)) {
      step(LONG);
      rows.push(...(await withLongCompany((company) => longListRows(browser, company))));
    }
    const parts = Object.entries(PARTS).filter(([name]) => wanted.includes(name));
    if (parts.length > 0) {
      await withSampleProduct(values.origin, async (origin) => {
        const company = await openCompany(origin);
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

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
