import type { Readable } from 'node:stream';

/** Bytes by key: receipts and report files. S3's semantics are the measure; the embedded adapter is a folder. */
export interface Blobs {
  /**
   * Stores bytes under a key, durable when it returns; an existing key is replaced as a whole, never seen half-written.
   * Throws `BlobsUnavailable` when the store is down or full.
   */
  put(key: string, content: Buffer, options: { contentType: string }): Promise<BlobInfo>;
  /** Size and type of a key, or null. */
  stat(key: string): Promise<BlobInfo | null>;
  /** The bytes, or null. `range` is inclusive at both ends, as in HTTP. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable | null>;
  readAll(key: string): Promise<Buffer | null>;
  /** The keys under a prefix, in order, a bounded page at a time. */
  list(prefix: string, options?: { after?: string; limit?: number }): Promise<BlobInfo[]>;
  delete(key: string): Promise<void>;
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

export interface BlobInfo {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  readonly storedAt: string;
}

export class BlobsUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BlobsUnavailable';
  }
}

/** Keys are made by the server: path segments of letters, digits, `.`, `_` and `-`, none of them `.` or `..`. */
export function isBlobKey(key: string): boolean {
  return (
    key.length <= 300 && key.split('/').every((segment) => /^[A-Za-z0-9._-]+$/.test(segment) && !/^\.+$/.test(segment))
  );
}
