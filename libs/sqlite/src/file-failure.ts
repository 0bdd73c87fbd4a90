import { types } from 'node:util';

/** SQLite result codes of a file that cannot be used now: sqlite.org/rescode.html, from BUSY and READONLY to FULL and NOTADB. */
const SQLITE_FILE_CODES = new Set([5, 6, 7, 8, 10, 11, 13, 14, 15, 22, 23, 26]);

/**
 * Whether an error says that a SQLite file failed, and not that a statement was wrong: the file is locked, full,
 * read-only, damaged, closed, or cannot be reached.
 */
export function isFileFailure(error: unknown): error is Error {
  if (!types.isNativeError(error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  const isClosed = code === 'ERR_INVALID_STATE';
  const isFileSystemError = 'syscall' in error;
  return isClosed || isFileSystemError || (typeof errcode === 'number' && SQLITE_FILE_CODES.has(errcode & 0xff));
}
