import type { Blobs } from '@outlay/blobs';
import { TRAIL_PREFIXES } from '@outlay/contracts';
import { WrongExpectedRevision, type EventStore } from '@outlay/event-store';
import type { IdSource } from '@outlay/time';
import type { DocumentsOwner, StoreName, Stores } from './stores.js';
import { UnusableStores } from './unusable-stores.js';

/** The stream, the collection and the blob that hold the mark. Tools that copy data leave them out. */
export const MARK = 'installation';

interface Mark {
  readonly installation: string;
  readonly store: StoreName;
}

interface MarkedStore {
  read(): Promise<Mark | null>;
  /** If two processes write at once, the first mark stays. */
  write(mark: Mark): Promise<void>;
  isEmpty(): Promise<boolean>;
}

const DERIVED: readonly StoreName[] = ['fx', 'expenses', 'audit', 'reports'];
export const MARKED_STORES = ['eventStore', 'auth', 'invites', 'blobs', ...DERIVED] as const;

/**
 * Marks each store with the installation it belongs to, at the first start and when a derived store was made again.
 * @throws UnusableStores if they belong to different installations, or one that cannot be made again has lost its data
 */
export async function checkInstallation(
  stores: Stores,
  ids: IdSource,
  names: readonly StoreName[] = MARKED_STORES,
): Promise<void> {
  const found = await Promise.all(
    names.map(async (name) => {
      const store = await markedStore(stores, name);
      return { store, name, mark: await store.read(), place: stores.placeOf(name) };
    }),
  );
  let installation = commonInstallation(found) ?? ids.uuid();
  const marked = found.find(({ mark, name }) => mark?.installation === installation && mark.store === name);
  for (const { name, mark, place } of found) {
    if (mark === null || (mark.installation === installation && mark.store === name)) continue;
    throw new UnusableStores(
      mark.store === name
        ? `${place} belongs to another installation than ${marked?.place}. Put back the one that belongs to it.`
        : `${place} is the one of "${mark.store}". Put back the one that was there.`,
    );
  }
  const contents = await Promise.all(found.map(async (one) => ({ ...one, isEmpty: await one.store.isEmpty() })));
  const sources = contents.filter(({ name }) => !DERIVED.includes(name));
  const withData = sources.find(({ isEmpty }) => !isEmpty);
  const lost = sources.find(({ mark, isEmpty }) => mark === null && isEmpty);
  if (marked && withData && lost) {
    throw new UnusableStores(
      `${lost.place} is missing or was emptied, but ${withData.place} has data. Restore ${lost.place} from a backup.`,
    );
  }
  // Empty stores come first: after a crash between the writes, an empty store without a mark counts as lost.
  const unmarked = contents.filter(({ mark }) => mark === null).sort((a, b) => Number(b.isEmpty) - Number(a.isEmpty));
  for (const { store, name } of unmarked) {
    await store.write({ installation, store: name });
    // Another instance may have been faster, with another id.
    installation = (await store.read())?.installation ?? installation;
  }
}

/** The one that most stores name. */
function commonInstallation(found: readonly { readonly mark: Mark | null }[]): string | null {
  const named = found.flatMap(({ mark }) => mark?.installation ?? []);
  const count = (id: string) => named.filter((other) => other === id).length;
  return named.reduce<string | null>((best, id) => (best === null || count(id) > count(best) ? id : best), null);
}

async function markedStore(stores: Stores, name: StoreName): Promise<MarkedStore> {
  if (name === 'eventStore') return markedEvents(await stores.events());
  if (name === 'blobs') return markedBlobs(await stores.blobs());
  return markedDocuments(stores, name);
}

function markedEvents(events: EventStore): MarkedStore {
  return {
    read: async () => ((await events.readStream(MARK, { limit: 1 }))[0]?.data as Mark | undefined) ?? null,
    write: async (mark) => {
      const event = { id: mark.installation, type: 'InstallationCreated', data: mark, metadata: {} };
      await events.append(MARK, [event], 'no-stream').catch((error: unknown) => {
        if (!(error instanceof WrongExpectedRevision)) throw error;
      });
    },
    isEmpty: async () => (await events.readAll({ prefixes: TRAIL_PREFIXES, after: null, limit: 1 })).length === 0,
  };
}

function markedBlobs(blobs: Blobs): MarkedStore {
  return {
    read: async () => parsedMark(await blobs.readAll(MARK)),
    write: async (mark) => {
      await blobs.put(MARK, Buffer.from(JSON.stringify(mark)), { contentType: 'application/json' });
    },
    isEmpty: async () => (await blobs.list('', { limit: 2 })).every(({ key }) => key === MARK),
  };
}

function parsedMark(content: Buffer | null): Mark | null {
  try {
    return content && (JSON.parse(content.toString()) as Mark);
  } catch {
    // The mark was altered; the other stores name the installation.
    return null;
  }
}

async function markedDocuments(stores: Stores, owner: DocumentsOwner): Promise<MarkedStore> {
  const documents = await stores.documents(owner);
  const marks = documents.collection<Mark & { _id: string }>(MARK);
  return {
    read: async () => {
      const row = await marks.findOne({ _id: MARK });
      return row && { installation: row.installation, store: row.store };
    },
    write: async (mark) => {
      await marks.updateOne({ _id: MARK }, { $setOnInsert: mark }, { upsert: true });
    },
    isEmpty: async () => {
      const names = (await documents.listCollections()).map(({ name }) => name).filter((name) => name !== MARK);
      for (const name of names) if ((await documents.collection(name).countDocuments({})) > 0) return false;
      return true;
    },
  };
}
