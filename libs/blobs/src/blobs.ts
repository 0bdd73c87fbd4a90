import type { Readable } from 'node:stream';

/**
 * Bytes by key, with S3's semantics. Every operation throws `BlobsUnavailable` if the store is down, `put` also if it
 * is full. For a malformed key (see `isBlobKey`), `put` throws `RangeError` and the other operations find nothing.
 */
export interface Blobs {
  /** Replaces atomically, durable when it returns. File systems and MinIO forbid a key inside another (`a`, `a/b`). */
  put(key: string, content: Buffer, options: { contentType: string }): Promise<void>;
  /**
   * Stores a stream like `put`, in constant memory. If the content throws, its error is thrown and the key keeps what
   * it had. Returns the bytes that were stored.
   * @throws RangeError if the content is longer than `maxBytes`, by default `MAX_STREAM_BYTES`
   */
  putStream(key: string, content: AsyncIterable<Buffer>, options: StreamOptions): Promise<number>;
  stat(key: string): Promise<BlobInfo | null>;
  /** `range` includes both ends. Consume or destroy the stream. @throws RangeError if it starts beyond the content */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  readAll(key: string): Promise<Buffer | null>;
  /** Lists at most 1000 blobs, sorted by the characters of the key, and without content types, as S3 does. */
  list(prefix: string, options?: { after?: string; limit?: number }): Promise<ListedBlob[]>;
  delete(key: string): Promise<void>;
  /** Whether the store accepts writes; replies within a second. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

export interface StreamOptions {
  readonly contentType: string;
  readonly maxBytes?: number;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface BlobInfo {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  /** An ISO instant. */
  readonly storedAt: string;
}

export type ListedBlob = Omit<BlobInfo, 'contentType'>;

/** S3's limit. */
export const MAX_PAGE_SIZE = 1000;

/** The size of one part of an upload to S3, which has at most 10,000 parts of at least 5 MiB. */
export const PART_BYTES = 8 * 1024 ** 2;
export const MAX_STREAM_BYTES = 10_000 * PART_BYTES;

export class BlobsUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BlobsUnavailable';
  }
}

/** Keys have path segments that any file system allows, none of dots alone; up to 300 characters, 200 per segment. */
export function isBlobKey(key: string): boolean {
  const isSegment = (segment: string) => /^[A-Za-z0-9._-]{1,200}$/.test(segment) && !/^\.+$/.test(segment);
  return key.length <= 300 && key.split('/').every(isSegment);
}

export const MAX_CONTENT_TYPE_LENGTH = 256;

/** Whether a header can carry the type. */
export function isContentType(contentType: string): boolean {
  return /^[\x20-\x7e]*$/.test(contentType) && contentType.length <= MAX_CONTENT_TYPE_LENGTH;
}
