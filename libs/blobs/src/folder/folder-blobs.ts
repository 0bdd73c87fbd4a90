import { type Clock, systemClock, systemIds } from '@outlay/time';
import { readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  MAX_PAGE_SIZE,
  isBlobKey,
  type BlobInfo,
  type Blobs,
  type ByteRange,
  type ListedBlob,
  type StreamOptions,
} from '../blobs.js';
import { limitSize } from '../limit-size.js';
import { statBlobFile, openBlobFile, writeBlobFile, type BlobFile } from './blob-file.js';
import { createFolder, syncFolder } from './durable-folders.js';
import { ifExists, withUnavailable } from './errors.js';
import { walk } from './walk.js';

/** No key contains a `~`, so none collides with this folder. */
const UNFINISHED = '~unfinished';
/** No write takes this long, so an older file was left by a crash. */
const ABANDONED_AFTER_MS = 3_600_000;

export class FolderBlobs implements Blobs {
  private constructor(private readonly root: string) {}

  static async open(root: string, clock: Clock = systemClock): Promise<FolderBlobs> {
    return withUnavailable(async () => {
      await createFolder(join(root, UNFINISHED));
      await removeAbandoned(join(root, UNFINISHED), clock.now().getTime() - ABANDONED_AFTER_MS);
      return new FolderBlobs(root);
    });
  }

  /** The folder may be missing, which is empty. */
  static openReadOnly(root: string): FolderBlobs {
    return new FolderBlobs(root);
  }

  async put(key: string, content: Buffer, { contentType }: { contentType: string }): Promise<void> {
    await this.store(key, content, contentType);
  }

  putStream(key: string, content: AsyncIterable<Buffer>, { contentType, maxBytes }: StreamOptions): Promise<number> {
    return this.store(key, limitSize(content, maxBytes), contentType);
  }

  async stat(key: string): Promise<BlobInfo | null> {
    const file = await this.openFile(key);
    if (!file) return null;
    const { handle, ...info } = file;
    await handle.close();
    return { key, ...info };
  }

  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    const file = await this.openFile(key);
    if (!file) return null;
    const { handle, size } = file;
    const start = range?.start ?? 0;
    const end = Math.min(range?.end ?? size, size - 1);
    if (start >= 0 && start <= end) return handle.createReadStream({ start, end });
    await handle.close();
    if (range) throw new RangeError(`No bytes from ${range.start} to ${range.end} of ${size} in ${key}`);
    return Readable.from([]);
  }

  async readAll(key: string): Promise<Buffer | null> {
    const content = await this.read(key);
    return content && withUnavailable(() => buffer(content));
  }

  async list(prefix: string, { after = '', limit = MAX_PAGE_SIZE } = {}): Promise<ListedBlob[]> {
    return withUnavailable(async () => {
      const page: ListedBlob[] = [];
      for await (const key of walk(this.root, prefix, after)) {
        if (page.length >= Math.min(limit, MAX_PAGE_SIZE)) break;
        const info = await ifExists(() => statBlobFile(join(this.root, key)));
        if (info) page.push({ key, ...info });
      }
      return page;
    });
  }

  async delete(key: string): Promise<void> {
    if (!isBlobKey(key)) return;
    const path = join(this.root, key);
    await withUnavailable(() =>
      ifExists(async () => {
        await unlink(path);
        await syncFolder(dirname(path));
      }),
    );
  }

  async isReady(): Promise<boolean> {
    const probe = this.unfinishedPath();
    try {
      // Only a write detects a disk that is full or read-only.
      await writeFile(probe, 'ready?');
      await rm(probe);
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    // No handle stays open between calls.
  }

  private async store(key: string, content: Buffer | AsyncIterable<Buffer>, contentType: string): Promise<number> {
    if (!isBlobKey(key)) throw new RangeError(`Not a blob key: ${key}`);
    const path = join(this.root, key);
    const unfinished = this.unfinishedPath();
    return withUnavailable(async () => {
      try {
        const size = await writeBlobFile(unfinished, content, contentType);
        await moveTo(path, unfinished);
        return size;
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => undefined);
        throw error;
      }
    });
  }

  private async openFile(key: string): Promise<BlobFile | null> {
    if (!isBlobKey(key)) return null;
    return withUnavailable(() => ifExists(() => openBlobFile(join(this.root, key))));
  }

  private unfinishedPath(): string {
    return join(this.root, UNFINISHED, systemIds.uuid());
  }
}

async function moveTo(path: string, unfinished: string): Promise<void> {
  const folder = dirname(path);
  const isMoved = await ifExists(async () => {
    await rename(unfinished, path);
    return true;
  });
  if (!isMoved) {
    await createFolder(folder);
    await rename(unfinished, path);
  }
  await syncFolder(folder);
}

async function removeAbandoned(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const stats = await ifExists(() => stat(path));
    if (stats && stats.mtimeMs < before) await rm(path, { force: true });
  }
}
