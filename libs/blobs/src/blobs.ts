import type { Readable } from 'node:stream';

/**
 * Bytes by key, for receipts and report files. The semantics are S3's; the embedded adapter is a folder.
 * Every operation throws `BlobsUnavailable` if the store is down, and `put` if it is full. For a malformed key (see
 * `isBlobKey`), `put` throws `RangeError` and the other operations find nothing.
 */
export interface Blobs {
  /**
   * Stores bytes under a key, durable when it returns. An existing blob is replaced atomically. No key may be a folder of
   * another (`a` and `a/b`): neither MinIO nor a file system allows it.
   */
  put(key: string, content: Buffer, options: { contentType: string }): Promise<BlobInfo>;
  /** The size and type of a blob, or null. */
  stat(key: string): Promise<BlobInfo | null>;
  /**
   * The bytes, or null. `range` includes both ends, as in HTTP, and may end beyond the content. The caller must consume or
   * destroy the stream.
   * @throws RangeError if the range starts beyond the content
   */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  readAll(key: string): Promise<Buffer | null>;
  /**
   * One page of the blobs under a prefix and after a key, sorted by the characters of the key; `limit` is 1000 by default
   * and at most. Without content types, because S3's listing has none.
   */
  list(prefix: string, options?: { after?: string; limit?: number }): Promise<ListedBlob[]>;
  /** Deletes a blob, if it exists. */
  delete(key: string): Promise<void>;
  /** Whether the store accepts writes; replies within a second. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
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

export class BlobsUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BlobsUnavailable';
  }
}

/**
 * Keys are path segments of letters, digits, `.`, `_` and `-`, but not of dots alone; up to 300 characters, and 200 per
 * segment, which any file system allows.
 */
export function isBlobKey(key: string): boolean {
  const isSegment = (segment: string) => /^[A-Za-z0-9._-]{1,200}$/.test(segment) && !/^\.+$/.test(segment);
  return key.length <= 300 && key.split('/').every(isSegment);
}

export const MAX_CONTENT_TYPE_LENGTH = 256;

/** Whether a header can carry the type: printable ASCII, up to 256 characters. */
export function isContentType(contentType: string): boolean {
  return /^[\x20-\x7e]*$/.test(contentType) && contentType.length <= MAX_CONTENT_TYPE_LENGTH;
}
