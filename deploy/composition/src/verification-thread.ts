import { CannotVerify, LogFiles, logKeysOf } from '@outlay/audit';
import { Stores, verifyInstallation, type ThreadRequest, type ThreadMessage } from '@outlay/composition';
import { findingId } from '@outlay/contracts';
import { parentPort, workerData } from 'node:worker_threads';

// The entry of a thread, which Node also loads as TypeScript: it imports packages only.

const EVERY_MS = 200;

const post = (message: ThreadMessage) => parentPort?.postMessage(message);

async function verify({ dataDir, backing, secrets }: ThreadRequest): Promise<void> {
  let postedAt = 0;
  const stores = new Stores(dataDir, backing, 'in-use');
  const keys = await logKeysOf(new LogFiles(await stores.blobs()).keyChanges, secrets);
  const verification = await verifyInstallation(stores, { keys }, (progress) => {
    if (performance.now() - postedAt < EVERY_MS) return;
    postedAt = performance.now();
    post({ progress });
  });
  try {
    for await (const finding of verification.findings()) {
      const { kind, message, accepted } = finding;
      const answer = accepted && { by: accepted.by, at: accepted.at, reason: accepted.reason };
      post({ finding: { id: findingId(finding), kind, message, accepted: answer } });
    }
    post({ progress: verification.verified });
  } finally {
    await verification.close();
  }
}

await verify(workerData as ThreadRequest).then(
  () => post({ ended: true }),
  (error: unknown) => {
    const cannotVerify = error instanceof CannotVerify;
    post({ failure: cannotVerify ? error.message : String(error), cannotVerify });
  },
);
