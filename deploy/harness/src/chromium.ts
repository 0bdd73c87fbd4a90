import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';

const CANDIDATES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where a Chromium is installed, or null; the tests that need one then say that they are skipped. */
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

/** A browser whose storage is in a folder, with more arguments. */
export function launchProfile(folder: string, args: readonly string[]): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath ?? undefined,
    args: [...ARGS, ...args],
  });
}
