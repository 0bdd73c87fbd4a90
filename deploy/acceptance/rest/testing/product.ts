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

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { OUTLAY_SCALED_ORIGIN: origin, TEST_CLOCK: clockFile } = process.env;
  if (origin === undefined || clockFile === undefined) return startStandalone(options);
  if (options.at ?? options.env) throw new Error('A shared product cannot be configured by one file.');
  return {
    origin,
    firstInvite: async () => null,
    clock: movableClock(readClock(clockFile), (reading) => writeClock(clockFile, reading)),
    isShared: true,
    close: async () => undefined,
  };
}

async function startStandalone({ at, env }: ProductOptions): Promise<Product> {
  const folder = await tempFolder('outlay-rest');
  const clockFile = join(folder.path, 'clock.json');
  const started = testClock(clockFile);
  const clock = movableClock(readClock(clockFile), (reading) => writeClock(clockFile, reading));
  if (at !== undefined) clock.forward(Date.parse(at) - Date.now());
  const product = await startBuiltProduct({
    dataDir: join(folder.path, 'data'),
    port: await freePort(),
    nodeArgs: started.nodeArgs,
    env: { ...started.env, ...env },
  });
  return {
    origin: product.origin,
    firstInvite: () => printedInvite(product),
    clock,
    isShared: false,
    close: async () => {
      await product.stop();
      await folder.remove();
    },
  };
}

function movableClock(start: ClockReading, onChange: (reading: ClockReading) => void): MovableClock {
  let { ahead, stopped } = start;
  const set = (reading: ClockReading) => {
    ({ ahead, stopped } = reading);
    onChange(reading);
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
