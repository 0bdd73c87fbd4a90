import { createHash } from 'node:crypto';
import type { Stores } from '@outlay/composition';
import type { StepProgress, Totals } from './migration.js';
import type { Source } from './source.js';
import { collectionNames, OWNERS } from './stores-source.js';
import { MIGRATIONS } from './target.js';

/** The hash is independent of the order. */
export async function readDocuments(source: Source): Promise<Totals[]> {
  const totals: Totals[] = [];
  for await (const { owner, name, pages } of source.collections()) {
    const hashes: string[] = [];
    for await (const page of pages()) hashes.push(...page.map(hashOf));
    // An empty collection may exist on one side only.
    if (hashes.length === 0) continue;
    totals.push({ name: `${owner}: ${name}`, count: hashes.length, content: hashOf(hashes.sort()) });
  }
  return totals;
}

const hashOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('hex');

export async function migrateDocuments(from: Source, to: Stores, onProgress: StepProgress): Promise<void> {
  for (const owner of OWNERS) {
    const target = await to.documents(owner);
    for (const name of await collectionNames(target))
      if (name !== MIGRATIONS) await target.collection(name).deleteMany({});
  }
  let done = 0;
  for await (const { owner, name, pages } of from.collections()) {
    const target = (await to.documents(owner)).collection<{ _id: string }>(name);
    for await (const page of pages()) {
      await target.insertMany(page);
      onProgress((done += page.length));
    }
  }
}
