import type { Readable } from 'node:stream';

/**
 * Bytes by key: receipts and report files. S3's semantics are the measure; the embedded adapter is a folder.
 * Every operation throws `BlobsUnavailable` when the store is down, and `put` when it is full. A key that `isBlobKey`
 * refuses names nothing: `put` throws `RangeError`, the others find nothing there.
 */
export interface Blobs {
  /**
   * Stores bytes under a key, durable when it returns; an existing key is replaced as a whole, never seen half-written.
   * No key may be a folder of another (`a` and `a/b`): MinIO and a file system refuse that alike.
   */
  put(key: string, content: Buffer, options: { contentType: string }): Promise<BlobInfo>;
  /** Size and type of a key, or null. */
  stat(key: string): Promise<BlobInfo | null>;
  /**
   * The bytes, or null. `range` is inclusive at both ends, as in HTTP, and its end may lie beyond the content's.
   * Throws `RangeError` when it starts there. The reader must consume the stream or destroy it.
   */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  readAll(key: string): Promise<Buffer | null>;
  /**
   * The keys under a prefix in the order of their characters, after a key, a page at a time; `limit` is 1000 by default
   * and at most. S3's listing does not tell content types, so this one does not either.
   */
  list(prefix: string, options?: { after?: string; limit?: number }): Promise<ListedBlob[]>;
  /** Deletes a key; one that is not there is fine. */
  delete(key: string): Promise<void>;
  /** True when the store answers within a second and takes writes. */
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
  /** When it was stored, an ISO instant. */
  readonly storedAt: string;
}

export type ListedBlob = Omit<BlobInfo, 'contentType'>;

/** S3 lists no more at once. */
export const LARGEST_PAGE = 1000;

export class BlobsUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BlobsUnavailable';
  }
}

/**
 * Keys are made by the server: path segments of letters, digits, `.`, `_` and `-`, none of them `.` or `..`; up to 300
 * characters, and 200 a segment, which any file system takes.
 */
export function isBlobKey(key: string): boolean {
  const isSegment = (segment: string) => /^[A-Za-z0-9._-]{1,200}$/.test(segment) && !/^\.+$/.test(segment);
  return key.length <= 300 && key.split('/').every(isSegment);
}

export const LONGEST_CONTENT_TYPE = 256;

/** Whether a header can carry it: printable ASCII, up to 256 characters. */
export function isContentType(contentType: string): boolean {
  return /^[\x20-\x7e]*$/.test(contentType) && contentType.length <= LONGEST_CONTENT_TYPE;
}
