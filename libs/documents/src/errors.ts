import mongoose from 'mongoose';
import { types } from 'node:util';

/** The document store does not work now: full, locked, unreadable, unreachable or closed. A retry may succeed. */
export class DocumentsUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DocumentsUnavailable';
  }
}

const DUPLICATE_KEY = 11000;

const UNAVAILABLE_NAMES = new Set([
  'DocumentsUnavailable',
  'MongooseServerSelectionError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoClientClosedError',
  'MongoWaitQueueTimeoutError',
]);

const UNAVAILABLE_CODES = new Set<unknown>([
  // MongoDB's codes for shutting down, not the primary, recovering, disk full.
  ...[91, 189, 10107, 11600, 11602, 13435, 13436, 14031],
  // Socket errors, which the driver passes on when the server has just closed a connection.
  ...['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT'],
]);

/** Whether a unique index (or `_id`) rejected a write, in either store: MongoDB's code 11000. */
export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === DUPLICATE_KEY;
}

/** Whether the store failed, not the request: callers reply with 503. */
export function isUnavailable(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  // Includes subclasses that the driver does not export, such as the one for calls running when its heartbeat fails.
  if (error instanceof mongoose.mongo.MongoNetworkError) return true;
  if (UNAVAILABLE_NAMES.has(error.name) || ('code' in error && UNAVAILABLE_CODES.has(error.code))) return true;
  // A bulk write wraps the error that ended it.
  return 'errorResponse' in error && isUnavailable(error.errorResponse);
}

/** An error in the format of a MongoDB server, so that callers handle both stores alike. */
export function serverError(code: number, message: string, details: Record<string, unknown> = {}): Error {
  return new mongoose.mongo.MongoServerError({ message, code, ...details });
}

const TIME_LIMIT = 50;

/** Whether a query took longer than its `maxTimeMS`, in either store. */
export function isTimeLimit(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === TIME_LIMIT;
}

export function timeLimitError(): Error {
  return serverError(TIME_LIMIT, 'operation exceeded time limit');
}

/** Code 115 is CommandNotSupported. */
export function notSupported(what: string): Error {
  return serverError(115, `The embedded document store does not support ${what}.`);
}

export function duplicateKeyError(
  namespace: string,
  indexName: string,
  keyPattern: Record<string, unknown>,
  keyValue: Record<string, unknown>,
): Error {
  const message = `E11000 duplicate key error collection: ${namespace} index: ${indexName} dup key: ${JSON.stringify(keyValue)}`;
  return serverError(DUPLICATE_KEY, message, { keyPattern, keyValue });
}

/** Runs an upsert again if a concurrent insert made it fail. MongoDB mostly does so too, but does not guarantee it. */
export async function upserting<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return write();
  }
}
