import type { ZipArchive } from 'archiver';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

export interface ZipEntry {
  readonly name: string;
  readonly content: Readable;
}

/**
 * The bytes of a zip with these entries, not compressed. Reads one at a time, a chunk at a time, so that memory does not grow
 * with their sizes; the same entries and date give the same bytes. An entry that fails ends it with its error.
 */
export async function* zipContent(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Buffer> {
  const { ZipArchive } = await import('archiver'); // Loaded on demand to keep the start fast.
  const archive = new ZipArchive({ store: true });
  const abandoned = new AbortController();
  // The reader gets the failure: without it, archiver would leave the content without an end.
  const filled = fill(archive, entries, at, abandoned.signal).catch((error: Error) => void archive.destroy(error));
  try {
    yield* archive as AsyncIterable<Buffer>;
  } finally {
    abandoned.abort();
    archive.destroy();
    await filled;
  }
}

async function fill(
  archive: ZipArchive,
  entries: AsyncIterable<ZipEntry>,
  date: Date,
  signal: AbortSignal,
): Promise<void> {
  for await (const { name, content } of entries) {
    const appended = once(archive, 'entry', { signal });
    content.once('error', (error) => archive.destroy(error));
    try {
      archive.append(content, { name, date });
      await appended;
    } finally {
      // Destroying the archive does not close it.
      content.destroy();
    }
  }
  await archive.finalize();
}
