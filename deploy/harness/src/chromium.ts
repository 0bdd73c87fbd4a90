import { existsSync } from 'node:fs';
import type { Browser, BrowserContext } from 'playwright-core';

const CANDIDATES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Null skips the tests that need Chromium. */
export const chromiumPath = CANDIDATES.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null;

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function launchBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: chromiumPath ?? undefined, args: ARGS });
}

export async function launchProfile(folder: string, args: readonly string[]): Promise<BrowserContext> {
  const { chromium } = await import('playwright-core');
  return chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath ?? undefined,
    args: [...ARGS, ...args],
  });
}
