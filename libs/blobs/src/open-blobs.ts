import type { Clock } from '@outlay/time';
import type { Blobs } from './blobs.js';
import { FolderBlobs } from './folder/folder-blobs.js';

export interface BlobsOptions {
  /** MinIO or any other S3, `https://key:secret@host:9000/bucket?region=eu-north-1`; without it, the folder is used. */
  readonly url?: string;
  readonly folder: string;
  /** Used for the age of unfinished files, and for when a blob was stored in S3. */
  readonly clock?: Clock;
}

/**
 * Opens a blob store. A server may be down; `isReady` reports it.
 * @throws BlobsUnavailable if the folder cannot be created
 * @throws RangeError if the URL is not an S3 URL
 */
export async function openBlobs({ url, folder, clock }: BlobsOptions): Promise<Blobs> {
  if (!url) return FolderBlobs.open(folder, clock);
  const { S3Blobs } = await import('./s3/s3-blobs.js');
  return S3Blobs.open(url, clock);
}
