import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { isDerived as isDerivedFromTrail } from '@outlay/audit';
import { PART_BYTES, type Blobs, type ListedBlob } from '@outlay/blobs';
import { MARK, type DocumentsOwner, type Stores } from '@outlay/composition';
import { TRAIL_PREFIXES } from '@outlay/contracts';
import type { EventStore, Position, RecordedEvent } from '@outlay/event-store';
import { isDerived } from '@outlay/expenses';
import type { Collection, MovedFile, Row, Source } from './source.js';
import { MIGRATIONS } from './target.js';

type Documents = Awaited<ReturnType<Stores['documents']>>;

const EVENTS = 2000;
const ROWS = 500;
/** Users come last: nobody can sign in to a partly filled installation. */
export const OWNERS: readonly DocumentsOwner[] = ['fx', 'invites', 'reports', 'expenses', 'audit', 'auth'];

/** @throws Error if a store cannot be opened */
export async function sourceOf(stores: Stores): Promise<Source> {
  const [events, blobs] = await Promise.all([stores.events(), stores.blobs()]);
  return {
    events: () => allEvents(events),
    fileKeys: async () => (await listFiles(blobs, '')).map(({ key }) => key).filter((key) => key !== MARK),
    file: (key) => describeFile(blobs, key),
    content: (key) => contentOf(blobs, key),
    collections: () => collectionsOf(stores),
  };
}

/** @param after a position, by default before the first */
export async function* allEvents(store: EventStore, after: Position | null = null): AsyncGenerator<RecordedEvent> {
  for (let from = after; ;) {
    const page: RecordedEvent[] = await store.readAll({ prefixes: TRAIL_PREFIXES, after: from, limit: EVENTS });
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    from = last.position;
  }
}

export async function listFiles(blobs: Blobs, prefix: string): Promise<ListedBlob[]> {
  const files: ListedBlob[] = [];
  for (let after: string | undefined; ;) {
    const page: ListedBlob[] = await blobs.list(prefix, { after });
    after = page.at(-1)?.key;
    if (after === undefined) return files;
    files.push(...page);
  }
}

export async function describeFile(blobs: Blobs, key: string): Promise<MovedFile | null> {
  const info = await blobs.stat(key);
  if (!info) return null;
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of contentOf(blobs, key)) {
    hash.update(part);
    size += part.length;
  }
  return { key, contentType: info.contentType, size, sha256: hash.digest('hex') };
}

export async function* contentOf(blobs: Blobs, key: string): AsyncGenerator<Buffer> {
  const content = await blobs.read(key);
  if (!content) throw new Error(`The file ${key} was deleted meanwhile.`);
  yield* content as AsyncIterable<Buffer>;
}

/** If the content throws, the key keeps what it had. */
export async function writeFile(
  blobs: Blobs,
  { key, size, contentType }: Omit<MovedFile, 'sha256'>,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  // A stream takes several requests to S3.
  if (size > PART_BYTES) await blobs.putStream(key, content, { contentType });
  else await blobs.put(key, await buffer(content), { contentType });
}

async function* collectionsOf(stores: Stores): AsyncGenerator<Collection> {
  for (const owner of OWNERS) {
    const documents = await stores.documents(owner);
    for (const name of await collectionNames(documents)) {
      if (isMoved(owner, name)) yield { owner, name, pages: () => pagesOf(documents, name) };
    }
  }
}

/** Each side keeps its own mark. Positions of events are others elsewhere. */
function isMoved(owner: DocumentsOwner, name: string): boolean {
  if (name === MARK || name === 'checkpoints') return false;
  if (owner === 'audit') return !isDerivedFromTrail(name);
  return owner !== 'expenses' || (name !== MIGRATIONS && !isDerived(name));
}

export async function collectionNames(documents: Documents): Promise<string[]> {
  const names = (await documents.listCollections()).map(({ name }) => name);
  return names.filter((name) => !name.startsWith('system.')).sort();
}

async function* pagesOf(documents: Documents, name: string): AsyncGenerator<Row[]> {
  for (let after = ''; ;) {
    const rows = documents.collection<Row>(name).find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: ROWS });
    const page = (await rows.toArray()) as Row[];
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last._id;
  }
}
