import mongoose from 'mongoose';
import { types } from 'node:util';

/** A document store that cannot answer now: disk full, unreadable, locked, closed. Trying again later may help. */
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
  // MongoDB's: shutting down, not or no longer the primary, not yet recovered, disk full.
  ...[91, 189, 10107, 11600, 11602, 13435, 13436, 14031],
  // The driver lets a socket's own errors through where it writes to one that the server has just closed.
  ...['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT'],
]);

/** Whether a write was refused by a unique index (or `_id`): MongoDB's code 11000, from either store. */
export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === DUPLICATE_KEY;
}

/** Whether the store itself failed, not the request: callers answer 503 with it. */
export function isUnavailable(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  // With its kinds: one has a name that no other begins like, for what is under way when the driver's own heartbeat, and
  // not the request, finds the server silent.
  if (error instanceof mongoose.mongo.MongoNetworkError) return true;
  if (UNAVAILABLE_NAMES.has(error.name) || ('code' in error && UNAVAILABLE_CODES.has(error.code))) return true;
  // A bulk write has what broke it inside an error of its own.
  return 'errorResponse' in error && isUnavailable(error.errorResponse);
}

/** An error as a MongoDB server would answer it, so that callers need to know one shape only. */
export function serverError(code: number, message: string, details: Record<string, unknown> = {}): Error {
  return new mongoose.mongo.MongoServerError({ message, code, ...details });
}

/** What MongoDB can and the embedded store cannot (code 115, CommandNotSupported). */
export function notSupported(what: string): Error {
  return serverError(115, `The embedded document store does not support ${what}.`);
}

/** MongoDB's answer to a key that is taken; `keyPattern` and `keyValue` as its driver reports them. */
export function duplicateKeyError(
  namespace: string,
  indexName: string,
  keyPattern: Record<string, 1 | -1>,
  keyValue: Record<string, unknown>,
): Error {
  const message = `E11000 duplicate key error collection: ${namespace} index: ${indexName} dup key: ${JSON.stringify(keyValue)}`;
  return serverError(DUPLICATE_KEY, message, { keyPattern, keyValue });
}

/**
 * Does an upsert again that has lost to another's insert of the same document, which it then finds. MongoDB repeats such
 * an upsert by itself in most cases, and says that it may not in all. Throws what `write` throws the second time.
 */
export async function upserting<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return write();
  }
}
