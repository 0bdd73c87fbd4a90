import { growTree, type GrownTree, type TreeEdge } from '@outlay/transparency-log';
import type { ThreadAnswer } from '@outlay/concurrency';
import { parentPort } from 'node:worker_threads';

// The entry of a thread, which Node also loads as TypeScript: it imports packages only.

export interface Growth {
  readonly edge: TreeEdge;
  /** The entries of the new leaves, 32 bytes each. */
  readonly entries: Uint8Array;
}

const answer = (answer: ThreadAnswer<GrownTree>) => parentPort?.postMessage(answer);

parentPort?.on('message', ({ edge, entries }: Growth) => {
  growTree(edge, entries).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ error: String(error) }),
  );
});
