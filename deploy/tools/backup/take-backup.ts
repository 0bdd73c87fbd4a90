import type { Blobs } from '@outlay/blobs';
import { MARK, type Stores } from '@outlay/composition';
import { inParallel } from '@outlay/concurrency';
import type { Clock } from '@outlay/time';
import type { OnProgress } from '../migrate/migration.js';
import type { Collection, Row } from '../migrate/source.js';
import { contentOf, describeFile, listFiles, sourceOf } from '../migrate/stores-source.js';
import type { BackupSet, FileRow, Manifest, Rows } from './backup-set.js';
import { backUpEvents } from './events.js';
import { backUpLog, LOG } from './log-files.js';

/** The collections that no event contains. Each row is written before its event, or at once after it. */
const SECRETS = ['passwords', 'invite-tokens', 'reset-codes'];
const FILES_TOGETHER = 10_000;
const ROWS_TOGETHER = 5_000;
const CONCURRENCY = 4;

export interface TakenBackup {
  readonly name: string;
  readonly manifest: Manifest;
  /** The paths of the log that are missing in the installation. */
  readonly missing: readonly string[];
}

/**
 * Takes a backup beside the running product, in the order log, documents, events, secrets, files: so nothing in it
 * refers to something that it lacks. @throws UnusableBackup if the installation is not the one of the earlier backups
 */
export async function takeBackup(
  stores: Stores,
  set: BackupSet,
  clock: Clock,
  onProgress: OnProgress,
): Promise<TakenBackup> {
  const createdAt = clock.now().toISOString();
  const latest = (await set.names()).at(-1);
  const earlier = latest === undefined ? null : await set.read(latest);
  const known = new Map<string, FileRow>();
  for (const rows of earlier?.files.rows ?? [])
    for (const file of await set.rows<FileRow>(rows, 'a list of files')) known.set(file.key, file);
  const [eventStore, blobs, source] = await Promise.all([stores.events(), stores.blobs(), sourceOf(stores)]);

  onProgress('the log', 0, null);
  const log = await backUpLog(blobs, set, known);
  const isSecret = ({ name }: Collection) => SECRETS.includes(name);
  onProgress('the documents', 0, null);
  const documents = await backUpDocuments(source.collections(), (one) => !isSecret(one), set);
  const events = await backUpEvents(eventStore, set, earlier, (done) => onProgress('the events', done, null));
  const secrets = await backUpDocuments(source.collections(), isSecret, set);
  const others = await backUpFiles(blobs, set, known, onProgress);

  const files = [...log.files, ...others];
  const manifest: Manifest = {
    format: 1,
    createdAt,
    events,
    checkpoint: log.checkpoint,
    documents: [...documents, ...secrets],
    files: {
      count: files.length,
      bytes: files.reduce((bytes, { size }) => bytes + size, 0),
      rows: [...(await putAll(set, others, FILES_TOGETHER)), ...(await putAll(set, log.files, FILES_TOGETHER))],
    },
  };
  return { name: await set.write(manifest), manifest, missing: log.missing };
}

async function backUpDocuments(
  collections: AsyncIterable<Collection>,
  isWanted: (collection: Collection) => boolean,
  set: BackupSet,
): Promise<Manifest['documents']> {
  const stored: Manifest['documents'][number][] = [];
  for await (const collection of collections) {
    if (!isWanted(collection)) continue;
    const { owner, name, pages } = collection;
    const documents: Row[] = [];
    for await (const page of pages()) documents.push(...page);
    if (documents.length > 0) stored.push({ owner, name, rows: await putAll(set, documents, ROWS_TOGETHER) });
  }
  return stored;
}

async function backUpFiles(
  blobs: Blobs,
  set: BackupSet,
  known: ReadonlyMap<string, FileRow>,
  onProgress: OnProgress,
): Promise<FileRow[]> {
  const listed = (await listFiles(blobs, '')).filter(({ key }) => key !== MARK && !key.startsWith(LOG));
  let done = 0;
  const files = await inParallel(listed, CONCURRENCY, async ({ key, size, storedAt }) => {
    onProgress('the files', (done += 1), listed.length);
    const stored = known.get(key);
    if (stored?.size === size && stored.storedAt === storedAt && (await set.has(stored))) return stored;
    const file = await describeFile(blobs, key);
    if (!file) return [];
    await set.put(file, () => contentOf(blobs, key));
    return { ...file, storedAt };
  });
  // The order keeps lists of complete files equal in the next backup.
  return files.flat().sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

function orderOf({ storedAt, key }: FileRow): string {
  return `${storedAt} ${key}`;
}

async function putAll(set: BackupSet, rows: readonly unknown[], together: number): Promise<Rows[]> {
  const stored: Rows[] = [];
  for (let from = 0; from < rows.length; from += together) {
    stored.push(await set.putRows(rows.slice(from, from + together)));
  }
  return stored;
}
