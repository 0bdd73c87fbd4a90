import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, printedInvite, startProduct as startBuiltProduct } from '@outlay/harness';
import { readClock, testClock, writeClock, type ClockReading } from '@outlay/harness/testing/test-clock';
import { tempFolder } from '@outlay/testing/temp-folder';
import type { Clock } from '@outlay/time';

export interface Product {
  readonly origin: string;
  /** The link that is printed when the product starts; null if it had users before. */
  firstInvite(): Promise<string | null>;
  readonly clock: MovableClock;
  /** Whether other test files use the same product. */
  readonly isShared: boolean;
  close(): Promise<void>;
}

export interface MovableClock extends Clock {
  forward(ms: number): void;
  during<T>(work: () => Promise<T>): Promise<T>;
}

interface ProductOptions {
  readonly at?: string;
  readonly env?: NodeJS.ProcessEnv;
}

const HOUR_MS = 60 * 60_000;
/** The folder belongs to the process that runs this test file, and others before and after it. */
const SHARED_FOLDER = join(tmpdir(), `outlay-rest-${process.pid}`);
const SHARED_ORIGIN = join(SHARED_FOLDER, 'origin');

/** The scaled composition that was started for all files, or a product that ends with this process. */
export async function sharedProduct(): Promise<Product> {
  const { OUTLAY_SCALED_ORIGIN, TEST_CLOCK } = process.env;
  if (OUTLAY_SCALED_ORIGIN && TEST_CLOCK) return shared(OUTLAY_SCALED_ORIGIN, TEST_CLOCK);
  if (existsSync(SHARED_ORIGIN)) return shared(readFileSync(SHARED_ORIGIN, 'utf8'), clockFile(SHARED_FOLDER));
  mkdirSync(SHARED_FOLDER, { recursive: true });
  const product = await startStandalone(SHARED_FOLDER);
  product.unref();
  writeFileSync(SHARED_ORIGIN, product.origin);
  return shared(product.origin, clockFile(SHARED_FOLDER), () => printedInvite(product));
}

function shared(origin: string, clockFile: string, firstInvite = async (): Promise<string | null> => null): Product {
  const clock = movableClock(clockFile);
  // The limits that other files used up are over then.
  clock.forward(HOUR_MS);
  return { origin, firstInvite, clock, isShared: true, close: async () => undefined };
}

/** A product that no other file uses. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  if (process.env.OUTLAY_SCALED_ORIGIN) throw new Error('The scaled composition is shared by all files.');
  const folder = await tempFolder('outlay-rest');
  const product = await startStandalone(folder.path, options);
  return {
    origin: product.origin,
    firstInvite: () => printedInvite(product),
    clock: movableClock(clockFile(folder.path)),
    isShared: false,
    close: async () => {
      await product.stop();
      await folder.remove();
    },
  };
}

async function startStandalone(folder: string, { at, env }: ProductOptions = {}) {
  const started = testClock(clockFile(folder));
  if (at !== undefined) movableClock(clockFile(folder)).forward(Date.parse(at) - Date.now());
  return startBuiltProduct({
    folder,
    dataDir: join(folder, 'data'),
    port: await freePort(),
    nodeArgs: started.nodeArgs,
    env: { ...started.env, ...env },
  });
}

const clockFile = (folder: string) => join(folder, 'clock.json');

function movableClock(file: string): MovableClock {
  let { ahead, stopped } = readClock(file);
  const set = (reading: ClockReading) => {
    ({ ahead, stopped } = reading);
    writeClock(file, reading);
  };
  return {
    now: () => new Date(stopped ?? Date.now() + ahead),
    forward: (ms) => set({ ahead: ahead + ms, stopped }),
    during: async (work) => {
      set({ ahead, stopped: Date.now() + ahead });
      try {
        return await work();
      } finally {
        set({ ahead, stopped: null });
      }
    },
  };
}
