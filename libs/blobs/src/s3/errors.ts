import { BlobsUnavailable } from '../blobs.js';

const NOTHING_THERE = new Set(['NoSuchKey', 'NotFound', 'NoSuchBucket', 'XMinioInvalidResourceName']);

/** Whatever S3 refuses, or does not answer, as `BlobsUnavailable`. */
export async function withUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new BlobsUnavailable(`The blob store cannot be used: ${codeOf(error) ?? String(error)}`, { cause: error });
  }
}

/** What the work gives, or null where S3 knows no such key or bucket. */
export async function ifExists<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (NOTHING_THERE.has(codeOf(error) ?? '')) return null;
    throw error;
  }
}

/** S3's code for what went wrong; the client throws what it read of the answer, which need not be an Error. */
export function codeOf(error: unknown): string | undefined {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode ? String(error.code) : undefined;
}
