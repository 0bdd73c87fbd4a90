import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { BlobsUnavailable, type Blobs } from '../../blobs.js';
import { png } from '../../contract/fixtures.js';

export async function untilReady(blobs: Blobs) {
  while (!(await blobs.isReady())) await setTimeout(20);
}

export const expectUnavailable = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(BlobsUnavailable);

export const operations = (blobs: Blobs, key: string) => [
  () => blobs.put(key, Buffer.from('new'), png),
  () => blobs.putStream(key, Readable.from([Buffer.from('new')]), png),
  () => blobs.stat(key),
  () => blobs.read(key),
  () => blobs.readAll(key),
  () => blobs.list(''),
  () => blobs.delete(key),
];
