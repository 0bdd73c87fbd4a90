import mongoose from 'mongoose';
import { notSupported } from '../errors.js';
import type { CollectionTable } from './collection-table.js';
import { isPlainObject, type Doc } from './document.js';
import type { OperationOptions } from './options.js';
import { changeOne, operatorChange, removeOne, replacement, updateResult, type UpdateResult } from './writes.js';

interface WriteError {
  index: number;
  code: number;
  errmsg: string;
  err: { index: number; code: number; errmsg: string };
}

export class BulkResult {
  readonly ok = 1;
  insertedCount = 0;
  matchedCount = 0;
  modifiedCount = 0;
  deletedCount = 0;
  upsertedCount = 0;
  readonly insertedIds: Record<number, unknown> = {};
  readonly upsertedIds: Record<number, unknown> = {};
  readonly writeErrors: WriteError[] = [];

  hasWriteErrors(): boolean {
    return this.writeErrors.length > 0;
  }

  getWriteErrors(): WriteError[] {
    return this.writeErrors;
  }

  addInsert(index: number, id: unknown): void {
    this.insertedCount += 1;
    this.insertedIds[index] = id;
  }

  addUpdate(index: number, result: UpdateResult): void {
    this.matchedCount += result.matchedCount;
    this.modifiedCount += result.modifiedCount;
    if (result.upsertedCount === 0) return;
    this.upsertedCount += 1;
    this.upsertedIds[index] = result.upsertedId;
  }
}

/**
 * Writes in bulk. A rejected write (such as a duplicate key) undoes no other, and is for `accepted` to report. A failure
 * of the store undoes all.
 * @throws MongoInvalidArgumentError if there are no operations
 */
export function bulkWrite(table: CollectionTable, operations: Doc[], options: OperationOptions): BulkResult {
  if (operations.length === 0)
    throw new mongoose.mongo.MongoInvalidArgumentError('Invalid BulkOperation, Batch cannot be empty');
  const result = new BulkResult();
  for (const [index, operation] of operations.entries()) {
    try {
      execute(table, operation, index, result);
    } catch (error) {
      result.writeErrors.push(toWriteError(error, index));
      if (options.ordered !== false) break;
    }
  }
  return result;
}

/** @throws MongoBulkWriteError if a write was rejected; called after the commit of the others */
export function accepted(result: BulkResult): BulkResult {
  const [first] = result.writeErrors;
  if (!first) return result;
  const error = { message: first.errmsg, code: first.code, writeErrors: result.writeErrors };
  throw Reflect.construct(mongoose.mongo.MongoBulkWriteError, [error, result]);
}

function execute(table: CollectionTable, operation: Doc, index: number, result: BulkResult): void {
  const [[name = '', body] = []] = Object.entries(operation);
  if (!isPlainObject(body)) throw notSupported(`the bulk operation ${name}`);
  const filter = isPlainObject(body.filter) ? body.filter : {};
  const options: OperationOptions = body;
  switch (name) {
    case 'insertOne':
      return result.addInsert(index, table.insert(asDoc(body.document)));
    case 'updateOne': {
      const change = operatorChange(filter, asDoc(body.update));
      return result.addUpdate(index, updateResult(changeOne(table, filter, change, options)));
    }
    case 'replaceOne': {
      const change = replacement(filter, asDoc(body.replacement));
      return result.addUpdate(index, updateResult(changeOne(table, filter, change, options)));
    }
    case 'deleteOne':
      result.deletedCount += removeOne(table, filter, options) ? 1 : 0;
      return;
    default:
      throw notSupported(`the bulk operation ${name}`);
  }
}

/** Any error that a server would not report ends the whole bulk write. */
function toWriteError(error: unknown, index: number): WriteError {
  if (!(error instanceof mongoose.mongo.MongoServerError)) throw error;
  const err = { index, code: Number(error.code), errmsg: error.message };
  return { ...err, err };
}

function asDoc(value: unknown): Doc {
  if (typeof value !== 'object' || value === null) throw new TypeError('A document was expected.');
  return value as Doc;
}
