import { collectionContract } from './contract/collections.js';
import { queryContract } from './contract/queries.js';
import { readContract } from './contract/reads.js';
import { TestStore, type Ability, type OpenStore } from './contract/store.js';
import { sumsContract } from './contract/sums.js';
import { textSearchContract } from './contract/text-search.js';
import { upsertContract } from './contract/upserts.js';
import { valueContract } from './contract/values.js';
import { writeContract } from './contract/writes.js';

/** Every call of `open` must reach the same data. `lacks` lists what a substitute for MongoDB does not support. */
export function documentsContract(name: string, open: OpenStore, lacks: readonly Ability[] = []): void {
  describe(`documents on ${name}`, () => {
    const store = new TestStore(open, lacks);
    queryContract(store);
    readContract(store);
    valueContract(store);
    writeContract(store);
    upsertContract(store);
    collectionContract(store);
    textSearchContract(store);
    sumsContract(store);
  });
}
