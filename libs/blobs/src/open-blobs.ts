import type { Clock } from '@outlay/time';
import type { Blobs } from './blobs.js';
import { FolderBlobs } from './folder/folder-blobs.js';

export interface BlobsOptions {
  /** MinIO or any other S3, `https://key:secret@host:9000/bucket?region=eu-north-1`; the embedded store where there is none. */
  readonly url?: string;
  /** The folder of the embedded store; made when missing. */
  readonly folder: string;
  /** Tells how old a file is that a crash left unfinished, and when a blob was stored. */
  readonly clock?: Clock;
}

/**
 * Opens the blob store the options ask for. Throws `BlobsUnavailable` when the folder cannot be made, and `RangeError` for
 * a URL that is not one of S3; a server that is down is waited for by `isReady`.
 */
export async function openBlobs({ url, folder, clock }: BlobsOptions): Promise<Blobs> {
  if (!url) return FolderBlobs.open(folder, clock);
  // Loading the client takes a while, which those who do without it need not wait.
  const { S3Blobs } = await import('./s3/s3-blobs.js');
  return S3Blobs.open(url, clock);
}
