import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import type { Scenario } from '../scenario.js';

const PAGE = 'src/app/testing/gallery/index.html';

let files: Promise<ReadonlyMap<string, Buffer>> | undefined;

/** The gallery of components is no part of the product: it is built apart, and answered at the product's origin. */
async function answerGallery(page: Page): Promise<void> {
  const built = await (files ??= buildGallery());
  for (const [name, body] of built) {
    const contentType = name.endsWith('.css') ? 'text/css' : name.endsWith('.js') ? 'text/javascript' : 'text/html';
    await page.route(`**/gallery/${name}`, (route) => route.fulfill({ body, contentType }));
  }
}

async function buildGallery(): Promise<ReadonlyMap<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'outlay-gallery-'));
  try {
    // Rigs and tests run in the root of the repository.
    const vite = resolve('node_modules', 'vite', 'bin', 'vite.js');
    const options = ['--config', 'gallery.config.ts', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
    await promisify(execFile)(process.execPath, [vite, 'build', ...options], { cwd: resolve('web') });
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return new Map(
      await Promise.all(paths.map(async (path) => [relative(folder, path), await readFile(path)] as const)),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

const gallery = {
  screen: 'components',
  as: null,
  path: `/gallery/${PAGE}`,
  before: ({ page }) => answerGallery(page),
  shows: (page) => page.getByRole('heading', { name: 'Components' }),
  staysBusy: true,
} as const satisfies Partial<Scenario>;

export const componentScenarios: readonly Scenario[] = [
  { ...gallery, state: 'all', fullPage: true },
  { ...gallery, state: 'choice', only: 'desktop', steps: ({ page }) => page.getByLabel('Choice').click() },
  {
    ...gallery,
    state: 'dialog',
    only: 'desktop',
    steps: ({ page }) => page.getByRole('button', { name: 'Dialog' }).click(),
    shows: (page) => page.getByRole('dialog', { name: 'Dialog' }),
  },
  {
    ...gallery,
    state: 'sheet',
    steps: ({ page }) => page.getByRole('button', { name: 'Sheet' }).click(),
    shows: (page) => page.getByRole('dialog', { name: 'Sheet' }),
  },
  {
    ...gallery,
    state: 'toasts',
    steps: async ({ page }) => {
      await page.getByRole('button', { name: 'Toast of success' }).click();
      await page.getByRole('button', { name: 'Toast of failure' }).click();
    },
    shows: (page) => page.getByText('Failed to approve expense'),
  },
];
