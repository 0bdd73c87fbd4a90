import type { Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { LONGEST_CONTENT_TYPE, isContentType } from '../blobs.js';

/**
 * A stored file is the content, and after it the content type in a trailer of fixed length. So one rename puts both in
 * place, a range of the content is the same range of the file, and most viewers open the file as it is.
 */
const TRAILER_LENGTH = LONGEST_CONTENT_TYPE;

export interface BlobFile {
  readonly handle: FileHandle;
  /** Bytes of the content. */
  readonly size: number;
  readonly contentType: string;
  readonly storedAt: string;
}

/** Writes a file under a name not yet taken; returns when the disk has it, with the time of that. */
export async function writeBlobFile(path: string, content: Buffer, contentType: string): Promise<string> {
  if (!isContentType(contentType)) throw new RangeError(`Not a content type: ${contentType}`);
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile([content, Buffer.from(contentType.padEnd(TRAILER_LENGTH))]);
    await handle.sync();
    return (await handle.stat()).mtime.toISOString();
  } finally {
    await handle.close();
  }
}

/** Opens a stored file, for the caller to close; null for what is not one, such as a folder. */
export async function openBlobFile(path: string): Promise<BlobFile | null> {
  const handle = await open(path);
  let file: BlobFile | null = null;
  try {
    const measure = measureOf(await handle.stat());
    if (measure) {
      const { buffer } = await handle.read(Buffer.alloc(TRAILER_LENGTH), 0, TRAILER_LENGTH, measure.size);
      file = { ...measure, handle, contentType: buffer.toString('latin1').trimEnd() };
    }
    return file;
  } finally {
    if (!file) await handle.close();
  }
}

/** Size and time of a stored file; its type would take opening it. */
export async function measureBlobFile(path: string) {
  return measureOf(await stat(path));
}

function measureOf(stats: Stats) {
  const size = stats.size - TRAILER_LENGTH;
  return stats.isFile() && size >= 0 ? { size, storedAt: stats.mtime.toISOString() } : null;
}
