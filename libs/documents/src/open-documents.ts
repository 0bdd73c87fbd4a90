import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import mongoose from 'mongoose';
import { embeddedDriver } from './driver/connection.js';
import type { Durability } from './driver/sqlite-file.js';
import { refuseUndefinedFilters } from './refuse-undefined.js';

export interface DocumentsOptions {
  /** The SQLite file of this service; it and its folder are made when missing. */
  readonly file: string;
  /** `full` (default) survives power loss; `normal` may lose the last writes then, for what can be rebuilt. */
  readonly durability?: Durability;
}

/**
 * Opens a service's documents: a mongoose connection to define models on. `await Model.init()` waits for its indexes.
 * Throws `DocumentsUnavailable` when the file cannot be opened. Close it with `connection.destroy()`.
 */
export async function openDocuments({ file, durability = 'full' }: DocumentsOptions): Promise<mongoose.Connection> {
  await mkdir(dirname(file), { recursive: true });
  // An instance of its own: the global mongoose keeps MongoDB's driver.
  const instance = new mongoose.Mongoose({ ...SETTINGS, createInitialConnection: false });
  instance.setDriver(embeddedDriver);
  instance.plugin(refuseUndefinedFilters);
  const connection = instance.createConnection();
  await connection.openUri(file, { durability } as mongoose.ConnectOptions);
  return connection;
}

/**
 * `strictQuery: 'throw'` because `true` leaves a path the schema does not know out of the filter, which then matches more.
 * Queries reach us from schemas that admit no operator objects, so `sanitizeFilter` stays off: it would forbid our own
 * `$lt` and `$in`. Where a filter takes a value straight from a request, ask for it there:
 * `.setOptions({ sanitizeFilter: true })`.
 */
const SETTINGS = {
  autoIndex: true,
  autoCreate: true,
  bufferCommands: false,
  strictQuery: 'throw',
} satisfies mongoose.MongooseOptions;

/** Whether the store answers, asked of the store itself; false after 2 s without an answer. */
export async function isReady(connection: mongoose.Connection): Promise<boolean> {
  const { db } = connection;
  if (connection.readyState !== mongoose.ConnectionStates.connected || !db) return false;
  const answered = db.command({ ping: 1 }).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, timeout(READY_TIMEOUT)]);
}

/** Milliseconds. */
const READY_TIMEOUT = 2_000;

function timeout(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds).unref());
}
