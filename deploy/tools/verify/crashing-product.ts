import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventStore, type EventStore } from '@outlay/event-store';
import type { Failpoint } from '@outlay/failpoints';
import { RestClient } from '@outlay/seed';
import { countAt } from './check.js';
import { freePort, printedInvite, startProduct, type ProductProcess } from '@outlay/harness';
import { register, type SignedIn } from './open-product.js';

/** A process takes a second to start: below this scale no product is killed (crash.full.test.ts always does). */
const LEAST_SCALE_OF_KILLS = 0.05;

export function killsAt(fullScale: number, scale: number): number {
  return scale < LEAST_SCALE_OF_KILLS ? 0 : countAt(fullScale, scale);
}

/** The built product in a process of its own that is killed and started again on the same folder and port. */
export interface CrashingProduct {
  readonly api: RestClient;
  readonly origin: string;
  readonly admin: SignedIn;
  /** Its events, read beside it. */
  readonly events: EventStore;
  /** Ends it orderly and starts it so that it kills itself at a point. */
  restart(failpoint: Failpoint): Promise<void>;
  kill(): void;
  /** Waits for its death and starts it again. */
  revive(): Promise<void>;
}

export async function withCrashingProduct<T>(work: (product: CrashingProduct) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'outlay-verify-'));
  const port = await freePort();
  const start = (env: NodeJS.ProcessEnv = {}): Promise<ProductProcess> => startProduct({ dataDir, port, env });
  let running = await start();
  const events = await openEventStore({ file: join(dataDir, 'events.db') });
  try {
    const { origin } = running;
    const api = new RestClient(origin);
    const admin = await register(api, await printedInvite(running), 'root', 'EUR');
    return await work({
      api,
      origin,
      admin,
      events,
      restart: async (failpoint) => {
        await running.stop();
        running = await start({ FAILPOINT: failpoint });
      },
      kill: () => running.signal('SIGKILL'),
      revive: async () => {
        await running.exited;
        running = await start();
      },
    });
  } finally {
    running.signal('SIGKILL');
    await running.exited;
    await events.close();
    await rm(dataDir, { recursive: true });
  }
}
