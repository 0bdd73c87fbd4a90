import { createHash } from 'node:crypto';
import { MARK, type DocumentsOwner, type Stores } from '@outlay/composition';
import { isDerived } from '@outlay/expenses';
import type { StepProgress, Totals } from './migration.js';
import { MIGRATIONS } from './target.js';

type Documents = Awaited<ReturnType<Stores['documents']>>;
type Row = { readonly _id: string } & Record<string, unknown>;

/** Users come last: nobody can sign in to a partly migrated installation. */
const OWNERS: readonly DocumentsOwner[] = ['fx', 'invites', 'reports', 'expenses', 'auth'];
const PAGE = 500;

/** The hash is independent of the order. */
export async function readDocuments(stores: Stores): Promise<Totals[]> {
  const totals: Totals[] = [];
  for (const owner of OWNERS) {
    const documents = await stores.documents(owner);
    for (const name of await migratedCollections(owner, documents)) {
      const hashes: string[] = [];
      for await (const page of pages(documents, name)) hashes.push(...page.map(hashOf));
      // An empty collection may exist on one side only.
      if (hashes.length === 0) continue;
      totals.push({ name: `${owner}: ${name}`, count: hashes.length, content: hashOf(hashes.sort()) });
    }
  }
  return totals;
}

const hashOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('hex');

export async function migrateDocuments(from: Stores, to: Stores, onProgress: StepProgress): Promise<void> {
  let done = 0;
  for (const owner of OWNERS) {
    const [source, target] = await Promise.all([from.documents(owner), to.documents(owner)]);
    for (const name of await collections(target)) if (name !== MIGRATIONS) await target.collection(name).deleteMany({});
    for (const name of await migratedCollections(owner, source)) {
      for await (const page of pages(source, name)) {
        await target.collection<Row>(name).insertMany(page);
        onProgress((done += page.length));
      }
    }
  }
}

async function migratedCollections(owner: DocumentsOwner, documents: Documents): Promise<string[]> {
  // Each side keeps its own mark.
  const names = (await collections(documents)).filter((name) => name !== MARK);
  return owner === 'expenses' ? names.filter((name) => name !== MIGRATIONS && !isDerived(name)) : names;
}

async function collections(documents: Documents): Promise<string[]> {
  const names = (await documents.listCollections()).map(({ name }) => name);
  return names.filter((name) => !name.startsWith('system.')).sort();
}

async function* pages(documents: Documents, name: string): AsyncGenerator<Row[]> {
  for (let after = ''; ;) {
    const rows = documents.collection<Row>(name).find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: PAGE });
    const page = (await rows.toArray()) as Row[];
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last._id;
  }
}
