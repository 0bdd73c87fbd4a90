import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { BlobsUnavailable, type Blobs, type ByteRange } from './blobs.js';

/** The recorded size and hash of a blob, by which damage is detected. */
export interface KnownBlob {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** The hash of the whole content, in hexadecimal. */
  readonly sha256: string;
}

export type BlobCondition = 'intact' | 'damaged' | 'missing';

export class BlobDamaged extends Error {
  constructor({ key }: Pick<KnownBlob, 'key'>) {
    super(`The bytes of ${key} differ from what was stored`);
    this.name = 'BlobDamaged';
  }
}

/** Reads and hashes the whole blob, a chunk at a time. @throws BlobsUnavailable if the store is down */
export async function blobCondition(blobs: Blobs, { key, size, sha256 }: KnownBlob): Promise<BlobCondition> {
  const content = await blobs.read(key);
  if (!content) return 'missing';
  const hash = createHash('sha256');
  let length = 0;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > size) return 'damaged';
      hash.update(chunk);
    }
  } catch (error) {
    throw new BlobsUnavailable(`${key} could not be read`, { cause: error });
  }
  return length === size && hash.digest('hex') === sha256 ? 'intact' : 'damaged';
}

/** In hexadecimal; null if there is no such blob. */
export async function sha256Of(blobs: Blobs, key: string): Promise<string | null> {
  const content = await blobs.read(key);
  if (!content) return null;
  const hash = createHash('sha256');
  for await (const chunk of content as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Reads like `read`, but the whole content is hashed before the first byte is returned, and again while it is read, so
 * that a blob damaged in between ends with an error. Null if there is none.
 * @throws BlobDamaged if the bytes differ; RangeError if the range starts beyond the content; BlobsUnavailable
 */
export async function readIntact(blobs: Blobs, known: KnownBlob, range?: ByteRange): Promise<Readable | null> {
  const condition = await blobCondition(blobs, known);
  if (condition === 'missing') return null;
  if (condition === 'damaged') throw new BlobDamaged(known);
  const content = await blobs.read(known.key, range);
  return content && content.pipe(unchanged(content, known, range));
}

/** Holds the last chunk back until everything is checked, so that a damaged copy is never complete. */
function unchanged(content: Readable, known: KnownBlob, range: ByteRange | undefined): Transform {
  const length = range ? Math.min(range.end, known.size - 1) - range.start + 1 : known.size;
  const hash = createHash('sha256');
  let missing = length;
  let held: Buffer | null = null;
  const guard = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      missing -= chunk.length;
      hash.update(chunk);
      const passed = held;
      held = chunk;
      done(null, passed);
    },
    flush(done) {
      const isUnchanged = missing === 0 && (range !== undefined || hash.digest('hex') === known.sha256);
      if (isUnchanged) done(null, held);
      else done(new BlobDamaged(known));
    },
  });
  content.on('error', (error) => guard.destroy(error));
  guard.on('close', () => content.destroy());
  return guard;
}
