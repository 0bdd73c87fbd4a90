import type { Clock } from '@outlay/runtime';
import { tempFolder } from '@outlay/testing';
import { firstInvite } from '@outlay/composition';
import { createStandalone } from '../../standalone.js';

/** A running product, as the REST suite knows it: an address and no more. */
export interface Product {
  readonly origin: string;
  /** The token of the link a first start prints; null once there is a user. */
  firstInvite(): Promise<string | null>;
  /** The product's own clock, where the composition lets a test move it. */
  readonly clock?: MovableClock;
  close(): Promise<void>;
}

/** Real time, or the time since a chosen instant, and whatever was put on top of it. */
export interface MovableClock extends Clock {
  forward(ms: number): void;
  /** Stops the time while something is done. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** The one place that says which composition the suite runs against. `at`: the instant its clock starts from. */
export async function startProduct({ at }: { readonly at?: string } = {}): Promise<Product> {
  const folder = await tempFolder('outlay-rest');
  const clock = movableClock(at);
  const product = await createStandalone({ dataDir: folder.path, webRoot: null, logger: ['error'], clock });
  await product.gateway.listen(0, '127.0.0.1');
  return {
    origin: (await product.gateway.getUrl()).replace('[::1]', '127.0.0.1'),
    firstInvite: () => firstInvite(product.messages),
    clock,
    close: async () => {
      await product.close();
      await folder.remove();
    },
  };
}

function movableClock(at?: string): MovableClock {
  let ahead = at === undefined ? 0 : Date.parse(at) - Date.now();
  let stopped: number | null = null;
  return {
    now: () => new Date(stopped ?? Date.now() + ahead),
    forward: (ms) => {
      ahead += ms;
    },
    during: async (work) => {
      stopped = Date.now() + ahead;
      try {
        return await work();
      } finally {
        stopped = null;
      }
    },
  };
}
