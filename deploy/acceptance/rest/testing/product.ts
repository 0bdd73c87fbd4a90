import { readClock, writeClock, type ClockReading } from '@outlay/harness/testing/test-clock';
import { firstInvite } from '@outlay/composition';
import type { RateUrls } from '@outlay/fx';
import { createStandalone } from '@outlay/standalone';
import { tempFolder } from '@outlay/testing';
import type { Clock } from '@outlay/time';

/** A running product as the REST suite knows it: an address and a clock. */
export interface Product {
  readonly origin: string;
  /** The token of the link that a first start prints; null once a user exists. */
  firstInvite(): Promise<string | null>;
  readonly clock: MovableClock;
  /** Whether other files use the same product, with people of their own. */
  readonly isShared: boolean;
  close(): Promise<void>;
}

/** Real time, or the time since a chosen instant, plus what a test adds to it. */
export interface MovableClock extends Clock {
  forward(ms: number): void;
  /** Stops the clock during `work`. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

interface ProductOptions {
  /** The instant its clock starts from; default: now. */
  readonly at?: string;
  /** Its sources of exchange rates; default: none. */
  readonly rateUrls?: RateUrls;
}

/** Starts a standalone product, or joins the scaled one that `npm run test:full` has started for several files. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { OUTLAY_SCALED_ORIGIN: origin, TEST_CLOCK: clockFile } = process.env;
  if (origin === undefined || clockFile === undefined) return startStandalone(options);
  if (options.at ?? options.rateUrls) throw new Error('A shared product cannot be configured by one file.');
  return {
    origin,
    firstInvite: async () => null,
    clock: movableClock(readClock(clockFile), (reading) => writeClock(clockFile, reading)),
    isShared: true,
    close: async () => undefined,
  };
}

async function startStandalone({ at, rateUrls }: ProductOptions): Promise<Product> {
  const folder = await tempFolder('outlay-rest');
  const clock = movableClock({ ahead: at === undefined ? 0 : Date.parse(at) - Date.now(), stopped: null });
  const product = await createStandalone({ dataDir: folder.path, webRoot: null, logger: ['error'], clock, rateUrls });
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

/** `onChange` passes each new reading to the processes that share the clock. */
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
