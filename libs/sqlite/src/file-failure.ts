import { types } from 'node:util';

/** BUSY LOCKED NOMEM READONLY IOERR CORRUPT FULL CANTOPEN PROTOCOL NOLFS AUTH NOTADB (sqlite.org/rescode.html). */
const FILE_FAILURES = new Set([5, 6, 7, 8, 10, 11, 13, 14, 15, 22, 23, 26]);
const IOERR = 10;
const CONSTRAINT = 19;

/** The file failed, not the statement: it is locked, full, read-only, damaged, closed, or cannot be reached. */
export function isFileFailure(error: unknown): error is Error {
  if (!types.isNativeError(error)) return false;
  const isClosed = 'code' in error && error.code === 'ERR_INVALID_STATE';
  const isFileSystemError = 'syscall' in error;
  return isClosed || isFileSystemError || FILE_FAILURES.has(resultCode(error) ?? -1);
}

/** After such a failure of a commit, its pages may be in the log, where the next start would find them. */
export function isIoError(error: unknown): error is Error {
  return types.isNativeError(error) && resultCode(error) === IOERR;
}

export function isConstraintViolation(error: unknown): error is Error {
  return types.isNativeError(error) && resultCode(error) === CONSTRAINT;
}

export function isMissingTable(error: unknown): error is Error {
  return types.isNativeError(error) && error.message.startsWith('no such table: ');
}

/** The primary result code: the low byte of the extended one. */
function resultCode(error: Error): number | undefined {
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
