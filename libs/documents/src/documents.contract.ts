import { collectionContract } from './contract/collections.js';
import { queryContract } from './contract/queries.js';
import { readContract } from './contract/reads.js';
import { TestStore, type Ability, type OpenStore } from './contract/store.js';
import { valueContract } from './contract/values.js';
import { writeContract } from './contract/writes.js';

/**
 * What the services rely on, through mongoose models only; the embedded store and MongoDB both pass it unchanged. Every
 * collection has a name of its own, so runs do not meet. `open` gives a connection as `openDocuments` would; each call must
 * reach the same data. What a stand-in for MongoDB lacks is named, and the tests that need it are skipped.
 */
export function documentsContract(name: string, open: OpenStore, lacks: readonly Ability[] = []): void {
  describe(`documents on ${name}`, () => {
    const store = new TestStore(open, lacks);
    queryContract(store);
    readContract(store);
    valueContract(store);
    writeContract(store);
    collectionContract(store);
  });
}
