import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventStore, type EventStore } from '@outlay/event-store';
import type { Failpoint } from '@outlay/concurrency';
import { RestClient } from '@outlay/seed';
import { countAt } from './check.js';
import { freePort, printedInvite, startProduct, type ProductProcess } from '@outlay/harness';
import { register, type SignedIn } from './installation.js';

/** Starting a process takes a second: below this scale only crash.full.test.ts kills the product. */
const MIN_SCALE_OF_KILLS = 0.05;

export function killsAt(fullScale: number, scale: number): number {
  return scale < MIN_SCALE_OF_KILLS ? 0 : countAt(fullScale, scale);
}

export interface CrashingProduct {
  readonly api: RestClient;
  readonly origin: string;
  readonly admin: SignedIn;
  readonly events: EventStore;
  restart(failpoint: Failpoint): Promise<void>;
  kill(): void;
  restartAfterCrash(): Promise<void>;
}

export async function withCrashingProduct<T>(work: (product: CrashingProduct) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'outlay-checks-'));
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
      restartAfterCrash: async () => {
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
