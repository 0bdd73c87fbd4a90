import type { Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { MAX_CONTENT_TYPE_LENGTH, isContentType } from '../blobs.js';

/** The content type follows the content in a fixed-length trailer: one rename stores both, ranges need no offset. */
const TRAILER_LENGTH = MAX_CONTENT_TYPE_LENGTH;

type Content = AsyncIterable<Buffer> | Iterable<Buffer>;

export interface BlobFile {
  readonly handle: FileHandle;
  readonly size: number;
  readonly contentType: string;
  readonly storedAt: string;
}

export async function writeBlobFile(path: string, content: Content, contentType: string) {
  if (!isContentType(contentType)) throw new RangeError(`Not a content type: ${contentType}`);
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(withTrailer(content, contentType));
    await handle.sync();
    const { mtime, size } = await handle.stat();
    return { size: size - TRAILER_LENGTH, storedAt: mtime.toISOString() };
  } finally {
    await handle.close();
  }
}

async function* withTrailer(content: Content, contentType: string): AsyncGenerator<Buffer> {
  yield* content;
  yield Buffer.from(contentType.padEnd(TRAILER_LENGTH));
}

/** The caller must close the file. Null if the path is something else, such as a folder. */
export async function openBlobFile(path: string): Promise<BlobFile | null> {
  const handle = await open(path);
  let file: BlobFile | null = null;
  try {
    const info = infoOf(await handle.stat());
    if (info) {
      const { buffer } = await handle.read(Buffer.alloc(TRAILER_LENGTH), 0, TRAILER_LENGTH, info.size);
      file = { ...info, handle, contentType: buffer.toString('latin1').trimEnd() };
    }
    return file;
  } finally {
    if (!file) await handle.close();
  }
}

export async function statBlobFile(path: string) {
  return infoOf(await stat(path));
}

function infoOf(stats: Stats) {
  // A shorter file is a blob that was cut off, which must not pass for one that never existed.
  const size = Math.max(0, stats.size - TRAILER_LENGTH);
  return stats.isFile() ? { size, storedAt: stats.mtime.toISOString() } : null;
}
