import type { Clock } from '@outlay/time';
import type { Blobs } from './blobs.js';
import { FolderBlobs } from './folder/folder-blobs.js';

export interface BlobsOptions {
  /** An S3 URL, `https://key:secret@host:9000/bucket?region=eu-north-1`; without it, the folder is used. */
  readonly url?: string;
  readonly folder: string;
  readonly clock?: Clock;
  /** The folder is neither created nor tidied. */
  readonly readOnly?: boolean;
}

/** A server may be down. @throws BlobsUnavailable if the folder cannot be created; RangeError for a malformed URL */
export async function openBlobs({ url, folder, clock, readOnly = false }: BlobsOptions): Promise<Blobs> {
  if (!url) return readOnly ? FolderBlobs.openReadOnly(folder) : FolderBlobs.open(folder, clock);
  const { S3Blobs } = await import('./s3/s3-blobs.js');
  return S3Blobs.open(url);
}
