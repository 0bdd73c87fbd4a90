import { BlobsUnavailable } from '../blobs.js';

const NOT_FOUND = new Set(['NoSuchKey', 'NotFound', 'NoSuchBucket', 'XMinioInvalidResourceName']);

export async function withUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new BlobsUnavailable(`The blob store cannot be used: ${codeOf(error) ?? String(error)}`, { cause: error });
  }
}

export async function ifExists<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (NOT_FOUND.has(codeOf(error) ?? '')) return null;
    throw error;
  }
}

/** The client may throw a parsed reply that is not an Error. */
export function codeOf(error: unknown): string | undefined {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode ? String(error.code) : undefined;
}
