import type { Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { MAX_CONTENT_TYPE_LENGTH, isContentType } from '../blobs.js';

/** The content type follows the content in a fixed-length trailer: one rename stores both, ranges need no offset. */
const TRAILER_LENGTH = MAX_CONTENT_TYPE_LENGTH;

export interface BlobFile {
  readonly handle: FileHandle;
  readonly size: number;
  readonly contentType: string;
  readonly storedAt: string;
}

/** Returns the bytes of the content. */
export async function writeBlobFile(
  path: string,
  content: Buffer | AsyncIterable<Buffer>,
  contentType: string,
): Promise<number> {
  if (!isContentType(contentType)) throw new RangeError(`Not a content type: ${contentType}`);
  const trailer = Buffer.from(contentType.padEnd(TRAILER_LENGTH));
  const handle = await open(path, 'wx');
  try {
    const size = await (Buffer.isBuffer(content)
      ? writeAll(handle, [content, trailer])
      : writeStream(handle, content, trailer));
    await handle.sync();
    return size - TRAILER_LENGTH;
  } finally {
    await handle.close();
  }
}

async function writeStream(handle: FileHandle, content: AsyncIterable<Buffer>, trailer: Buffer): Promise<number> {
  let size = 0;
  for await (const chunk of content) size += await writeAll(handle, [chunk]);
  return size + (await writeAll(handle, [trailer]));
}

/** One call of the system, unless it writes only a part. */
async function writeAll(handle: FileHandle, parts: Buffer[]): Promise<number> {
  const { bytesWritten } = await handle.writev(parts);
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  if (bytesWritten < size) await handle.writeFile(Buffer.concat(parts).subarray(bytesWritten));
  return size;
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
