import type { Blobs } from '@outlay/blobs';
import { madeProgress } from '@outlay/time';

const PREFIX = 'audit/';
const PAGE = 1000;

/** The folder of the log's files in the blob store. Each read is progress of the work that reads. */
export class LogFolder {
  constructor(private readonly blobs: Blobs) {}

  async find(path: string): Promise<Buffer | null> {
    const content = await this.blobs.readAll(PREFIX + path);
    madeProgress();
    return content;
  }

  stat(path: string) {
    return this.blobs.stat(PREFIX + path);
  }

  async put(path: string, content: Buffer | string, contentType: string): Promise<void> {
    await this.blobs.put(PREFIX + path, Buffer.from(content), { contentType });
  }

  delete(path: string): Promise<void> {
    return this.blobs.delete(PREFIX + path);
  }

  /** The paths that begin so, in order. */
  async *paths(beginning: string): AsyncGenerator<string> {
    let after: string | undefined;
    do {
      const page: { key: string }[] = await this.blobs.list(PREFIX + beginning, { after, limit: PAGE });
      madeProgress();
      for (const { key } of page) yield key.slice(PREFIX.length);
      after = page.length === PAGE ? page.at(-1)?.key : undefined;
    } while (after !== undefined);
  }
}
