import { Stores, verifyInstallation, type ThreadRequest, type ThreadTold } from '@outlay/composition';
import { findingId } from '@outlay/contracts';
import { CannotVerify, LogFiles, logKeysOf } from '@outlay/expenses';
import { parentPort, workerData } from 'node:worker_threads';

// The entry of a thread, which Node also loads as TypeScript: it imports packages only.

const EVERY_MS = 200;

const tell = (told: ThreadTold) => parentPort?.postMessage(told);

async function verify({ dataDir, backing, secrets }: ThreadRequest): Promise<void> {
  let toldAt = 0;
  const stores = new Stores(dataDir, backing, 'in-use');
  const keys = await logKeysOf(new LogFiles(await stores.blobs()).keyChanges, secrets);
  const verification = await verifyInstallation(stores, { keys }, (progress) => {
    if (performance.now() - toldAt < EVERY_MS) return;
    toldAt = performance.now();
    tell({ progress });
  });
  try {
    for await (const finding of verification.findings()) {
      const { kind, message, accepted } = finding;
      const answer = accepted && { by: accepted.by, at: accepted.at, reason: accepted.reason };
      tell({ finding: { id: findingId(finding), kind, message, accepted: answer } });
    }
    tell({ progress: verification.verified });
  } finally {
    await verification.close();
  }
}

await verify(workerData as ThreadRequest).then(
  () => tell({ ended: true }),
  (error: unknown) => {
    const cannotVerify = error instanceof CannotVerify;
    tell({ failure: cannotVerify ? error.message : String(error), cannotVerify });
  },
);
