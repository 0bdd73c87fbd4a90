import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Blobs } from '@outlay/blobs';
import type { DocumentsOwner } from '@outlay/composition';
import { contentOf, listFiles, writeFile } from '../migrate/stores-source.js';

/** An object of the backup, named by its hash. */
export interface StoredObject {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** An object of compressed lines of JSON. */
export interface Rows extends StoredObject {
  readonly count: number;
}

export interface EventRows extends Rows {
  /** The position of the last event but one; null if there is none. */
  readonly before: string | null;
  /** The position of the last event. */
  readonly last: string;
  /** `eventHash` of the last event. */
  readonly lastHash: string;
}

/** The content of one backup. */
export interface Manifest {
  readonly format: 1;
  /** An ISO instant. */
  readonly createdAt: string;
  readonly events: {
    readonly count: number;
    /** The position of the last event, in the event store that was read. */
    readonly position: string | null;
    readonly rows: readonly EventRows[];
  };
  /** The latest checkpoint of the log, which the files have; null if there was none. */
  readonly checkpoint: string | null;
  readonly documents: readonly {
    readonly owner: DocumentsOwner;
    readonly name: string;
    readonly rows: readonly Rows[];
  }[];
  readonly files: { readonly count: number; readonly bytes: number; readonly rows: readonly Rows[] };
}

export interface FileRow {
  readonly key: string;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
  /** The time when the source stored it; null for a file that is replaced under the same key. */
  readonly storedAt: string | null;
}

/** The message is for the operator. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup';
}

const TYPE = 'application/octet-stream';
const MANIFESTS = 'backups/';
const OBJECTS = 'objects/';

/** A set of backups that share equal objects. A backup without its manifest does not count. */
export class BackupSet {
  private known: Map<string, number> | null = null;
  private stored = { objects: 0, bytes: 0 };

  constructor(private readonly place: Blobs) {}

  /** The objects that this process stored. */
  get added(): { readonly objects: number; readonly bytes: number } {
    return this.stored;
  }

  /** Names of the complete backups, the oldest first. */
  async names(): Promise<string[]> {
    return (await listFiles(this.place, MANIFESTS)).map(({ key }) => key.slice(MANIFESTS.length));
  }

  /** @throws UnusableBackup if it is missing or not what was written */
  async read(name: string): Promise<Manifest> {
    const content = await this.place.readAll(MANIFESTS + name);
    if (!content) throw new UnusableBackup(`There is no backup ${name}.`);
    if (nameOf(content) !== name) throw new UnusableBackup(`The list of the backup ${name} was altered.`);
    return JSON.parse(content.toString()) as Manifest;
  }

  async write(manifest: Manifest): Promise<string> {
    const content = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    const name = nameOf(content);
    await this.place.put(MANIFESTS + name, content, { contentType: 'application/json' });
    return name;
  }

  /** Whether it is there in its full length. */
  async has({ sha256, size }: StoredObject): Promise<boolean> {
    this.known ??= new Map((await listFiles(this.place, OBJECTS)).map((file) => [file.key, file.size]));
    return this.known.get(keyOf(sha256)) === size;
  }

  /** Stores the object unless it is there. @throws UnusableBackup if the content does not have this hash */
  async put(object: StoredObject, content: () => AsyncIterable<Buffer>): Promise<void> {
    if (await this.has(object)) return;
    const file = { key: keyOf(object.sha256), size: object.size, contentType: TYPE };
    await writeFile(this.place, file, verified(content(), object, 'What was read changed meanwhile'));
    this.known?.set(file.key, file.size);
    this.stored = { objects: this.stored.objects + 1, bytes: this.stored.bytes + object.size };
  }

  async putRows(rows: readonly unknown[]): Promise<Rows> {
    const bytes = gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const object = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
    await this.put(object, async function* () {
      yield bytes;
    });
    return { ...object, count: rows.length };
  }

  /** @param what it is, for the message. @throws UnusableBackup if it is missing or not what was written */
  async *content(object: StoredObject, what: string): AsyncGenerator<Buffer> {
    const key = keyOf(object.sha256);
    const info = await this.place.stat(key);
    if (!info) throw new UnusableBackup(`The backup lacks ${key}: ${what}.`);
    if (info.contentType !== TYPE) throw new UnusableBackup(`${key} was altered: ${what}.`);
    yield* verified(contentOf(this.place, key), object, `${key} was altered: ${what}`);
  }

  async rows<Row>(rows: Rows, what: string): Promise<Row[]> {
    const lines = gunzipSync(await buffer(this.content(rows, what)))
      .toString()
      .split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
  }

  close(): Promise<void> {
    return this.place.close();
  }
}

/** Sorted by time; the hash shows whether it was altered. */
function nameOf(content: Buffer): string {
  const { createdAt } = parsed(content);
  const hash = createHash('sha256').update(content).digest('hex');
  return `${String(createdAt).replaceAll(/[^0-9TZ]/g, '')}-${hash}.json`;
}

function parsed(content: Buffer): Partial<Manifest> {
  try {
    return JSON.parse(content.toString()) as Partial<Manifest>;
  } catch {
    return {};
  }
}

function keyOf(sha256: string): string {
  return `${OBJECTS}${sha256.slice(0, 2)}/${sha256}`;
}

async function* verified(
  content: AsyncIterable<Buffer>,
  { sha256, size }: StoredObject,
  what: string,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let read = 0;
  for await (const part of content) {
    hash.update(part);
    read += part.length;
    yield part;
  }
  if (read !== size || hash.digest('hex') !== sha256) throw new UnusableBackup(`${what}. It does not have the hash.`);
}
