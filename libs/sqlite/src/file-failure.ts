import { types } from 'node:util';

/**
 * SQLite's result codes for a file that cannot be used now: BUSY, LOCKED, NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN,
 * PROTOCOL, NOLFS, AUTH, NOTADB. Source: sqlite.org/rescode.html.
 */
const FILE_FAILURES = new Set([5, 6, 7, 8, 10, 11, 13, 14, 15, 22, 23, 26]);
const CONSTRAINT = 19;

/**
 * Whether an error means that a SQLite file failed, not that a statement was wrong: the file is locked, full, read-only,
 * damaged, closed, or cannot be reached.
 */
export function isFileFailure(error: unknown): error is Error {
  if (!types.isNativeError(error)) return false;
  const isClosed = 'code' in error && error.code === 'ERR_INVALID_STATE';
  const isFileSystemError = 'syscall' in error;
  return isClosed || isFileSystemError || FILE_FAILURES.has(resultCode(error) ?? -1);
}

/** Whether an error means that a constraint refused a row, such as a unique index. */
export function isConstraintViolation(error: unknown): error is Error {
  return types.isNativeError(error) && resultCode(error) === CONSTRAINT;
}

/** The primary result code: the low byte of the extended one. */
function resultCode(error: Error): number | undefined {
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
