import type { RateUrls } from '@outlay/fx';
import type { Clock } from '@outlay/time';
import { tempFolder } from '@outlay/testing';
import { firstInvite } from '@outlay/composition';
import { movedClock } from '@outlay/harness/testing/moved-clock';
import { ScaledProduct } from '@outlay/harness/testing/scaled-product';
import { findServers } from '@outlay/harness/testing/servers';
import { createStandalone } from '@outlay/standalone';

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

interface ProductOptions {
  /** The instant its clock starts from; now where left out. */
  readonly at?: string;
  /** Its sources of exchange rates; none where left out. */
  readonly rateUrls?: RateUrls;
}

/** Shows processes of their own what time it is. */
type ShowTime = (reading: { readonly ahead: number; readonly stopped: number | null }) => void;

/**
 * The one place that says which composition the suite runs against: the standalone one, or with `OUTLAY_PROFILE=scaled`
 * every part as a process of its own.
 */
export async function startProduct({ at, rateUrls }: ProductOptions = {}): Promise<Product> {
  const ahead = at === undefined ? 0 : Date.parse(at) - Date.now();
  return process.env.OUTLAY_PROFILE === 'scaled' ? startScaled(ahead, rateUrls) : startStandalone(ahead, rateUrls);
}

async function startStandalone(ahead: number, rateUrls?: RateUrls): Promise<Product> {
  const folder = await tempFolder('outlay-rest');
  const clock = movableClock(ahead);
  const product = await createStandalone({ dataDir: folder.path, webRoot: null, logger: ['error'], clock, rateUrls });
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

async function startScaled(ahead: number, rateUrls?: RateUrls): Promise<Product> {
  const folder = await tempFolder('outlay-rest');
  const found = await findServers();
  if (found.missing !== null) throw new Error(`The scaled profile cannot run here: ${found.missing}`);
  const servers = await found.start();
  const { show, ...clockOptions } = movedClock(folder.path, ahead);
  const product = await ScaledProduct.start(servers, {
    ...clockOptions,
    envOf: { fx: rateUrls && settingsOf(rateUrls) },
    instances: { expenses: 2, 'report-worker': 2 },
  });
  const clock = movableClock(ahead, show);
  const messaging = await product.messaging(clock);
  return {
    origin: product.origin,
    firstInvite: () => firstInvite(messaging.client),
    clock,
    close: async () => {
      await messaging.close();
      await product.close();
      await servers.close();
      await folder.remove();
    },
  };
}

function settingsOf({ ecb, centralBanks, currencyApi }: RateUrls): NodeJS.ProcessEnv {
  return {
    FX_ECB_URL: ecb ?? 'off',
    FX_CENTRAL_BANKS_URL: centralBanks ?? 'off',
    FX_CURRENCY_API_URL: currencyApi?.join(',') ?? 'off',
  };
}

function movableClock(from: number, show: ShowTime = () => undefined): MovableClock {
  let ahead = from;
  let stopped: number | null = null;
  return {
    now: () => new Date(stopped ?? Date.now() + ahead),
    forward: (ms) => {
      ahead += ms;
      show({ ahead, stopped });
    },
    during: async (work) => {
      stopped = Date.now() + ahead;
      show({ ahead, stopped });
      try {
        return await work();
      } finally {
        stopped = null;
        show({ ahead, stopped });
      }
    },
  };
}
