import { Inject, Injectable } from '@nestjs/common';
import type { Blobs } from '@outlay/blobs';
import { failpoint } from '@outlay/concurrency';
import { addSignature, parseNote, TILE_WIDTH, type LogFile } from '@outlay/transparency-log';
import { CheckpointFiles } from './checkpoint-files.js';
import { KeyChangeFiles } from './key-change-files.js';
import { LogFolder } from './log-folder.js';
import type { Cosignature } from './witnesses.js';
import { BLOBS } from '../ports.js';

const LATEST = 'checkpoint';
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
@Injectable()
export class LogFiles {
  readonly kept: CheckpointFiles;
  readonly keyChanges: KeyChangeFiles;
  private readonly folder: LogFolder;

  constructor(@Inject(BLOBS) blobs: Blobs) {
    this.folder = new LogFolder(blobs);
    this.kept = new CheckpointFiles(this.folder);
    this.keyChanges = new KeyChangeFiles(this.folder);
  }

  /** A partial tile may have become a full one, of which it is the beginning. @throws LogFileMissing if there is neither */
  async read(path: string): Promise<Buffer> {
    const content = (await this.folder.find(path)) ?? (await this.findInFull(path));
    if (!content) throw new LogFileMissing(path);
    return content;
  }

  /** Finds a tile for a reader of the blob store; null if there is no such tile. */
  async locate(path: string): Promise<StoredTile | null> {
    const own = await this.folder.stat(path);
    if (own) return { blobKey: own.key, size: own.size };
    const [, fullPath, width] = PARTIAL.exec(path) ?? [];
    const full = fullPath === undefined ? null : await this.folder.stat(fullPath);
    return full && { blobKey: full.key, size: partOf(full.size, width) };
  }

  async write(files: readonly LogFile[]): Promise<void> {
    await Promise.all(files.map(({ path, content }) => this.folder.put(path, content, 'application/octet-stream')));
    // The full tile holds what the partial ones held. Those after the first one of a level were never partial.
    const full = files.map(({ path }) => path).filter((path) => !PARTIAL.test(path));
    for (const path of firstOfEachLevel(full)) await this.deletePartial(path);
  }

  /** The latest checkpoint, a signed note. */
  async checkpoint(): Promise<string | null> {
    return (await this.folder.find(LATEST))?.toString() ?? null;
  }

  async checkpointAt(): Promise<Date | null> {
    const info = await this.folder.stat(LATEST);
    return info && new Date(info.storedAt);
  }

  /** Keeps the checkpoint for good, then makes it the latest one. */
  async publish(note: string): Promise<void> {
    await this.kept.keep(note);
    failpoint('checkpoint-kept');
    await this.folder.put(LATEST, note, 'text/plain');
  }

  /** Adds a cosignature to the kept checkpoint, and to the latest one if it is still the same. */
  async addCosignature({ text, line }: Cosignature): Promise<void> {
    await this.kept.addCosignature({ text, line });
    const latest = await this.checkpoint();
    if (latest !== null && parseNote(latest).text === text)
      await this.folder.put(LATEST, addSignature(latest, line), 'text/plain');
  }

  /** The earlier partial tiles of the same place, by their widths. */
  async *earlierPartials(
    path: string,
  ): AsyncGenerator<{ readonly path: string; readonly width: number; readonly content: Buffer }> {
    const [, full, current] = PARTIAL.exec(path) ?? [];
    if (full === undefined) return;
    for await (const key of this.folder.paths(`${full}.p/`)) {
      const width = Number(PARTIAL.exec(key)?.[2]);
      const content = width < Number(current) ? await this.folder.find(key) : null;
      if (content) yield { path: key, width, content };
    }
  }

  private async findInFull(path: string): Promise<Buffer | null> {
    const [, fullPath = '', width] = PARTIAL.exec(path) ?? [];
    const full = width === undefined ? null : await this.folder.find(fullPath);
    return full && full.subarray(0, partOf(full.length, width));
  }

  private async deletePartial(path: string): Promise<void> {
    for await (const partial of this.folder.paths(`${path}.p/`)) await this.folder.delete(partial);
  }
}

function firstOfEachLevel(paths: readonly string[]): Iterable<string> {
  const levelOf = (path: string) => path.split('/')[1];
  return new Map(paths.toReversed().map((path) => [levelOf(path), path])).values();
}

/** The bytes of the first hashes or entries; entries have a fixed length, because they are hashes as well. */
function partOf(fullSize: number, width: string | undefined): number {
  return Math.floor((fullSize * Number(width)) / TILE_WIDTH);
}
