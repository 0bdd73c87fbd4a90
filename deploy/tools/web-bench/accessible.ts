import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { inParallel } from '@outlay/seed';
import type { SampleCompany } from '../browser/company.js';
import { overflow, runAxe, type Rules } from '../browser/in-page.js';
import { play, turn } from '../browser/play.js';
import { nameOf, type Scene } from '../browser/scene.js';
import type { Row } from './table.js';

const WCAG_22_AA: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const TARGET_SIZE: Rules = { type: 'rule', values: ['target-size'] };
const AT_A_TIME = 2;

/** What axe finds in a scene, in both themes. */
export function axeFindings(browser: Browser, company: SampleCompany, scene: Scene): Promise<string[]> {
  return play(browser, company, scene, 'desktop', async (page) => {
    await page.evaluate(axe.source);
    const findings: string[] = [];
    for (const theme of ['light', 'dark'] as const) {
      await turn(page, theme);
      const found = await page.evaluate(runAxe, WCAG_22_AA);
      findings.push(...found.map((each) => `${nameOf(scene)} (${theme}): ${each}`));
    }
    return findings;
  });
}

/** What does not fit a screen 320 px wide, or is too small to be hit there. */
export function narrowFindings(browser: Browser, company: SampleCompany, scene: Scene): Promise<string[]> {
  return play(browser, company, scene, 'narrow', async (page) => {
    await page.evaluate(axe.source);
    const small = await page.evaluate(runAxe, TARGET_SIZE);
    const over = await page.evaluate(overflow);
    const wide = over > 0 ? [`${over} px wider than the screen`] : [];
    return [...wide, ...small].map((each) => `${nameOf(scene)} (320 px): ${each}`);
  });
}

type Check = (browser: Browser, company: SampleCompany, scene: Scene) => Promise<string[]>;

/** Every scene under a check; a scene that cannot be reached is a finding too. */
export async function findings(
  browser: Browser,
  company: SampleCompany,
  scenes: readonly Scene[],
  check: Check,
): Promise<string[]> {
  const found = await inParallel(scenes, AT_A_TIME, (scene) =>
    check(browser, company, scene).catch((error: unknown) => [error instanceof Error ? error.message : String(error)]),
  );
  return found.flat();
}

export function findingsRow(metric: string, scenes: readonly Scene[], found: readonly string[]): Row {
  for (const each of found) console.error(each);
  return {
    metric,
    measured: `${found.length} findings`,
    bar: '0 findings',
    met: found.length === 0,
    note: `${scenes.length} scenes`,
  };
}
