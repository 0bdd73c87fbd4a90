import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';

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

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath ?? undefined, args: ARGS });
}

export function launchProfile(folder: string, args: readonly string[]): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath ?? undefined,
    args: [...ARGS, ...args],
  });
}
