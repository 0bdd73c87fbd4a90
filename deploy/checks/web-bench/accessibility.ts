import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { inParallel } from '@outlay/concurrency';
import type { SampleCompany } from '../browser/sample-company.js';
import { overflow, runAxe, type Rules } from '../browser/in-page.js';
import { openScenario, setTheme } from '../browser/open-scenario.js';
import { nameOf, type Scenario, type ViewName } from '../browser/scenario.js';
import type { Row } from './table.js';

const WCAG_22_AA: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const TARGET_SIZE: Rules = { type: 'rule', values: ['target-size'] };
const CONCURRENCY = 2;

type Check = (browser: Browser, company: SampleCompany, scenario: Scenario) => Promise<string[]>;

export const axeFindings: Check = (...where) => axeFindingsIn('desktop', ...where);
export const axeFindingsOnPhone: Check = (...where) => axeFindingsIn('phone', ...where);

function axeFindingsIn(view: ViewName, browser: Browser, company: SampleCompany, scenario: Scenario) {
  return openScenario(browser, company, scenario, view, async (page) => {
    await page.evaluate(axe.source);
    const findings: string[] = [];
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme);
      const found = await page.evaluate(runAxe, WCAG_22_AA);
      findings.push(...found.map((each) => `${nameOf(scenario)} (${view}, ${theme}): ${each}`));
    }
    return findings;
  });
}

export function narrowFindings(browser: Browser, company: SampleCompany, scenario: Scenario): Promise<string[]> {
  return openScenario(browser, company, scenario, 'narrow', async (page) => {
    await page.evaluate(axe.source);
    const small = await page.evaluate(runAxe, TARGET_SIZE);
    const over = await page.evaluate(overflow);
    const wide = over > 0 ? [`${over} px wider than the screen`] : [];
    return [...wide, ...small].map((each) => `${nameOf(scenario)} (320 px): ${each}`);
  });
}

/** A scenario that cannot be opened is a finding, too. */
export async function findings(
  browser: Browser,
  company: SampleCompany,
  scenarios: readonly Scenario[],
  check: Check,
): Promise<string[]> {
  const found = await inParallel(scenarios, CONCURRENCY, (scenario) =>
    check(browser, company, scenario).catch((error: unknown) => [
      error instanceof Error ? error.message : String(error),
    ]),
  );
  return found.flat();
}

export function findingsRow(metric: string, scenarios: readonly Scenario[], found: readonly string[]): Row {
  for (const each of found) console.error(each);
  return {
    metric,
    measured: `${found.length} findings`,
    bar: '0 findings',
    met: found.length === 0,
    note: `${scenarios.length} scenarios`,
  };
}
