import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inParallel } from '@outlay/seed';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, launchBrowser } from '@outlay/harness';
import { openCompany, type SampleCompany } from '../browser/company.js';
import { contactSheet, type Picture } from './contact-sheet.js';
import { play, turn } from '../browser/play.js';
import { withSampleProduct } from '../browser/product.js';
import { nameOf, type Scene, type ViewName } from '../browser/scene.js';
import { scenesNamed } from '../browser/scenes/index.js';

const FOLDER = 'screenshots';
const AT_A_TIME = 3;

/** `npm run screenshots [-- --only admin] [-- --origin http://…]`: every scene as a desktop, a phone and the dark show it. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, origin: { type: 'string' } } });
  if (!chromiumPath) throw new Error('No Chromium was found. Name one: CHROMIUM=/path/to/chromium');
  const scenes = scenesNamed(values.only);
  if (scenes.length === 0) throw new Error(`No scene is named like ${values.only}`);
  const started = performance.now();
  if (!values.only) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const browser = await launchBrowser();
  try {
    const { pictures, failures } = await withSampleProduct(values.origin, async (origin) =>
      takeAll(browser, await openCompany(origin), scenes),
    );
    await writeFile(join(FOLDER, 'index.html'), contactSheet(pictures, failures));
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(
      `${pictures.length} pictures of ${scenes.length} scenes in ${seconds} s: ${join(FOLDER, 'index.html')}`,
    );
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    await browser.close();
  }
}

async function takeAll(browser: Browser, company: SampleCompany, scenes: readonly Scene[]) {
  const failures: string[] = [];
  const takes = scenes.flatMap((scene) =>
    viewsOf(scene).map((view) => ({ scene, view }) satisfies { scene: Scene; view: ViewName }),
  );
  const taken = await inParallel(takes, AT_A_TIME, ({ scene, view }) =>
    play(browser, company, scene, view, (page) => take(page, scene, view)).catch((error: unknown) => {
      const failure = error instanceof Error ? error.message : String(error);
      console.error(failure);
      failures.push(failure);
      return [];
    }),
  );
  return { pictures: taken.flat(), failures };
}

function viewsOf({ only }: Scene): ViewName[] {
  return only ? [only] : ['desktop', 'phone'];
}

async function take(page: Page, scene: Scene, view: ViewName): Promise<Picture[]> {
  const shoot = async (look: string): Promise<Picture> => {
    const name = nameOf(scene);
    const file = `${name}-${look}.png`;
    await page.screenshot({ path: join(FOLDER, file), fullPage: scene.whole ?? false });
    return { name, look, file };
  };
  const light = await shoot(view);
  if (view === 'phone') return [light];
  await turn(page, 'dark');
  return [light, await shoot('dark')];
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
