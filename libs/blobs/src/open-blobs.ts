import type { Clock } from '@outlay/runtime';
import type { Blobs } from './blobs.js';
import { FolderBlobs } from './folder/folder-blobs.js';

export interface BlobsOptions {
  /** The folder of the embedded store; made when missing. */
  readonly folder: string;
  /** Tells how old a file is that a crash left unfinished. */
  readonly clock?: Clock;
}

/** Opens the blob store the options ask for. Throws `BlobsUnavailable` when the folder cannot be made. */
export async function openBlobs({ folder, clock }: BlobsOptions): Promise<Blobs> {
  return FolderBlobs.open(folder, clock);
}
