import { readClock, writeClock, type ClockReading } from '@outlay/harness/testing/test-clock';
import { firstInvite } from '@outlay/composition';
import type { RateUrls } from '@outlay/fx';
import { createStandalone } from '@outlay/standalone';
import { tempFolder } from '@outlay/testing';
import type { Clock } from '@outlay/time';

export interface Product {
  readonly origin: string;
  /** Null once a user exists. */
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
  readonly rateUrls?: RateUrls;
  readonly fourEyes?: boolean;
}

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { OUTLAY_SCALED_ORIGIN: origin, TEST_CLOCK: clockFile } = process.env;
  if (origin === undefined || clockFile === undefined) return startStandalone(options);
  if (options.at ?? options.rateUrls ?? options.fourEyes)
    throw new Error('A shared product cannot be configured by one file.');
  return {
    origin,
    firstInvite: async () => null,
    clock: movableClock(readClock(clockFile), (reading) => writeClock(clockFile, reading)),
    isShared: true,
    close: async () => undefined,
  };
}

async function startStandalone({ at, rateUrls, fourEyes }: ProductOptions): Promise<Product> {
  const folder = await tempFolder('outlay-rest');
  const clock = movableClock({ ahead: at === undefined ? 0 : Date.parse(at) - Date.now(), stopped: null });
  const product = await createStandalone({
    dataDir: folder.path,
    webRoot: null,
    logger: ['error'],
    clock,
    rateUrls,
    fourEyes,
  });
  await product.gateway.listen(0, '127.0.0.1');
  return {
    origin: (await product.gateway.getUrl()).replace('[::1]', '127.0.0.1'),
    firstInvite: () => firstInvite(product.messages),
    clock,
    isShared: false,
    close: async () => {
      await product.close();
      await folder.remove();
    },
  };
}

function movableClock(start: ClockReading, onChange: (reading: ClockReading) => void = () => undefined): MovableClock {
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
