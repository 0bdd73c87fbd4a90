import type { Blobs } from '@outlay/blobs';
import { failpoint } from '@outlay/failpoints';
import { addSignature, parseNote, TILE_WIDTH, type LogFile } from '@outlay/transparency-log';
import type { Cosignature } from './witnesses.js';

const PREFIX = 'audit/';
const LATEST = 'checkpoint';
/** Checkpoints in one file, which is written again for each of them. */
const KEPT_TOGETHER = 256;
const KEPT = 'checkpoints/';
const PAGE = 1000;
const PARTIAL = /^(.*)\.p\/(\d+)$/;

/** The first `size` bytes of a blob. */
export interface StoredTile {
  readonly blobKey: string;
  readonly size: number;
}

export class LogFileMissing extends Error {
  constructor(path: string) {
    super(`The log lacks ${path}`);
    this.name = 'LogFileMissing';
  }
}

/** The files of the log in the blob store, by their paths of c2sp.org/tlog-tiles. */
export class LogFiles {
  constructor(private readonly blobs: Blobs) {}

  /** A partial tile may have become a full one, of which it is the beginning. @throws LogFileMissing if there is neither */
  async read(path: string): Promise<Buffer> {
    const content = (await this.find(path)) ?? (await this.findInFull(path));
    if (!content) throw new LogFileMissing(path);
    return content;
  }

  /** For a reader of the blob store. Null if there is no such tile. */
  async locate(path: string): Promise<StoredTile | null> {
    const own = await this.blobs.stat(PREFIX + path);
    if (own) return { blobKey: own.key, size: own.size };
    const [, fullPath, width] = PARTIAL.exec(path) ?? [];
    const full = fullPath === undefined ? null : await this.blobs.stat(PREFIX + fullPath);
    return full && { blobKey: full.key, size: partOf(full.size, width) };
  }

  async write(files: readonly LogFile[]): Promise<void> {
    await Promise.all(files.map(({ path, content }) => this.put(path, content, 'application/octet-stream')));
    // The full tile holds what the partial ones held. Those after the first one of a level were never partial.
    const full = files.map(({ path }) => path).filter((path) => !PARTIAL.test(path));
    for (const path of firstOfEachLevel(full)) await this.deletePartial(path);
  }

  /** The latest checkpoint, a signed note. */
  async checkpoint(): Promise<string | null> {
    return (await this.find(LATEST))?.toString() ?? null;
  }

  async checkpointAt(): Promise<Date | null> {
    const info = await this.blobs.stat(PREFIX + LATEST);
    return info && new Date(info.storedAt);
  }

  /** Keeps the checkpoint for good, then makes it the latest one. */
  async publish(note: string): Promise<void> {
    const { number, notes } = await this.lastKept();
    // A crash may have come between the two.
    if (notes.at(-1) === note) return this.put(LATEST, Buffer.from(note), 'text/plain');
    const next =
      notes.length < KEPT_TOGETHER ? { number, notes: [...notes, note] } : { number: number + 1, notes: [note] };
    await this.put(keptPath(next.number), Buffer.from(JSON.stringify(next.notes)), 'application/json');
    failpoint('checkpoint-kept');
    await this.put(LATEST, Buffer.from(note), 'text/plain');
  }

  /** To the checkpoint that is kept, and to the latest one if it is still the same. */
  async addCosignature({ text, line }: Cosignature): Promise<void> {
    const { number } = await this.lastKept();
    for (const path of [number, number - 1].filter((each) => each >= 0).map(keptPath)) {
      const notes = parseNotes(await this.read(path));
      const at = notes.findIndex((note) => isOfText(note, text));
      if (at === -1) continue;
      const cosigned = notes.map((note, index) => (index === at ? addSignature(note, line) : note));
      await this.put(path, Buffer.from(JSON.stringify(cosigned)), 'application/json');
      break;
    }
    const latest = await this.checkpoint();
    if (latest !== null && isOfText(latest, text))
      await this.put(LATEST, Buffer.from(addSignature(latest, line)), 'text/plain');
  }

  /** Every checkpoint, the oldest first. */
  async *checkpoints(): AsyncGenerator<string> {
    for await (const key of this.keys(KEPT)) yield* parseNotes(await this.read(key));
  }

  /** Of more leaves than `size`; null if there is none yet. */
  async firstCheckpointOver(size: number): Promise<string | null> {
    const files: string[] = [];
    for await (const key of this.keys(KEPT)) files.push(key);
    let [low, high] = [0, files.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const [first = ''] = parseNotes(await this.read(files[middle] ?? ''));
      if (sizeOf(first) > size) high = middle - 1;
      else low = middle;
    }
    for (const file of files.slice(low, low + 2)) {
      const found = parseNotes(await this.read(file)).find((note) => sizeOf(note) > size);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Every checkpoint with the file that holds it; null for what such a file lacks, or if it is unreadable. */
  async *notes(): AsyncGenerator<{ readonly path: string; readonly note: string | null }> {
    let number = 0;
    let count = KEPT_TOGETHER;
    for await (const path of this.keys(KEPT)) {
      if (count < KEPT_TOGETHER || path !== keptPath(number)) yield { path, note: null };
      const notes = tryParse(await this.read(path));
      for (const note of notes ?? [null]) yield { path, note };
      count = notes?.length ?? KEPT_TOGETHER;
      number = Number(path.slice(KEPT.length)) + 1;
    }
  }

  /** The checkpoints that were kept last; none if the file with them is unreadable. */
  async lastNotes(): Promise<readonly string[]> {
    let last: string | null = null;
    for await (const path of this.keys(KEPT)) last = path;
    return last === null ? [] : (tryParse(await this.read(last)) ?? []);
  }

  /** Earlier partial tiles of the same place, by their widths. */
  async *earlierPartials(
    path: string,
  ): AsyncGenerator<{ readonly path: string; readonly width: number; readonly content: Buffer }> {
    const [, full, current] = PARTIAL.exec(path) ?? [];
    if (full === undefined) return;
    for await (const key of this.keys(`${full}.p/`)) {
      const width = Number(PARTIAL.exec(key)?.[2]);
      const content = width < Number(current) ? await this.find(key) : null;
      if (content) yield { path: key, width, content };
    }
  }

  private async lastKept(): Promise<{ number: number; notes: string[] }> {
    let last: string | null = null;
    for await (const path of this.keys(KEPT)) last = path;
    if (last === null) return { number: 0, notes: [] };
    return { number: Number(last.slice(KEPT.length)), notes: parseNotes(await this.read(last)) };
  }

  private async find(path: string): Promise<Buffer | null> {
    return this.blobs.readAll(PREFIX + path);
  }

  private async findInFull(path: string): Promise<Buffer | null> {
    const [, fullPath = '', width] = PARTIAL.exec(path) ?? [];
    const full = width === undefined ? null : await this.find(fullPath);
    return full && full.subarray(0, partOf(full.length, width));
  }

  private async put(path: string, content: Buffer, contentType: string): Promise<void> {
    await this.blobs.put(PREFIX + path, content, { contentType });
  }

  private async deletePartial(path: string): Promise<void> {
    for await (const partial of this.keys(`${path}.p/`)) await this.blobs.delete(PREFIX + partial);
  }

  private async *keys(prefix: string): AsyncGenerator<string> {
    let after: string | undefined;
    do {
      const page: { key: string }[] = await this.blobs.list(PREFIX + prefix, { after, limit: PAGE });
      for (const { key } of page) yield key.slice(PREFIX.length);
      after = page.length === PAGE ? page.at(-1)?.key : undefined;
    } while (after !== undefined);
  }
}

function firstOfEachLevel(paths: readonly string[]): Iterable<string> {
  const levelOf = (path: string) => path.split('/')[1];
  return new Map(paths.toReversed().map((path) => [levelOf(path), path])).values();
}

/** Bytes of the first hashes, or of the first entries, which have one length because they are hashes as well. */
function partOf(fullSize: number, width: string | undefined): number {
  return Math.floor((fullSize * Number(width)) / TILE_WIDTH);
}

function keptPath(number: number): string {
  return KEPT + String(number).padStart(9, '0');
}

function parseNotes(content: Buffer): string[] {
  return JSON.parse(content.toString()) as string[];
}

function tryParse(content: Buffer): string[] | null {
  try {
    const notes: unknown = JSON.parse(content.toString());
    return Array.isArray(notes) && notes.every((note) => typeof note === 'string') ? notes : null;
  } catch {
    return null;
  }
}

function isOfText(note: string, text: string): boolean {
  return parseNote(note).text === text;
}

function sizeOf(note: string): number {
  return Number(note.split('\n')[1]);
}
