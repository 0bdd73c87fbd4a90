import { BlobsUnavailable } from '../blobs.js';

export async function withUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new BlobsUnavailable(`The folder of files cannot be used: ${code}`, { cause: error });
  }
}

export async function ifExists<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    // ENOTDIR, EISDIR: the path has a file where the key has a folder, or the reverse.
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error) ?? '')) return null;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  const isSystemError = typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error;
  return isSystemError ? String(error.code) : undefined;
}
