import { mkdir } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import mongoose from 'mongoose';
import { embeddedDriver } from './driver/connection.js';
import type { Durability } from './driver/sqlite-file.js';
import { databaseOf } from './mongo/mongo-url.js';
import { openMongo } from './mongo/open-mongo.js';
import { refuseUndefinedFilters } from './refuse-undefined.js';
import { SETTINGS } from './settings.js';

export interface DocumentsOptions {
  /**
   * A MongoDB, `mongodb://user:password@host:27017/outlay`, where each service has a database of its own, named by this one
   * and by its file (`outlay-auth` for `auth.db`); the embedded store where there is none.
   */
  readonly url?: string;
  /** The SQLite file of this service; it and its folder are made when missing. */
  readonly file: string;
  /** `full` (default) survives power loss; `normal` may lose the last writes then, for what can be rebuilt. */
  readonly durability?: Durability;
}

/**
 * Opens a service's documents: a mongoose connection to define models on. `await Model.init()` waits for its indexes.
 * Throws `DocumentsUnavailable` when the file cannot be opened or the server not be reached, and `RangeError` for a URL that
 * is not one of MongoDB. Close it with `connection.destroy()`.
 */
export async function openDocuments({
  url,
  file,
  durability = 'full',
}: DocumentsOptions): Promise<mongoose.Connection> {
  if (url) return openMongo(url, databaseOf(url, basename(file, extname(file))), durability === 'full');
  await mkdir(dirname(file), { recursive: true });
  // An instance of its own: the global mongoose keeps MongoDB's driver.
  const instance = new mongoose.Mongoose(SETTINGS);
  instance.setDriver(embeddedDriver);
  instance.plugin(refuseUndefinedFilters);
  const connection = instance.createConnection();
  await connection.openUri(file, { durability } as mongoose.ConnectOptions);
  return connection;
}

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
