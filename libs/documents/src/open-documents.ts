import type { Durability, ReadOnly } from '@outlay/sqlite';
import { withDeadline } from '@outlay/time';
import { basename, extname } from 'node:path';
import mongoose from 'mongoose';
import { openEmbedded } from './driver/open-embedded.js';
import { databaseOf } from './mongo/mongo-url.js';
import { DEFAULT_TIMEOUTS, openMongo } from './mongo/open-mongo.js';
import type { CallObserver } from './mongo/unavailable-proxy.js';

export interface DocumentsOptions {
  /** `mongodb://user:password@host:27017/outlay`; each service has its own database (`outlay-auth` for `auth.db`). */
  readonly url?: string;
  readonly file: string;
  /** Default `full`; `normal` is for data that can be rebuilt. */
  readonly durability?: Durability;
  /** Nothing is written: no collection, no index, and no file. */
  readonly readOnly?: ReadOnly | undefined;
  /** It gets each call of a server. */
  readonly observe?: CallObserver;
}

const READY_TIMEOUT_MS = 2000;

/**
 * A mongoose connection to define models on, closed by `connection.destroy()`; `prepareCollection` waits for the indexes.
 * @throws DocumentsUnavailable if the file or the server cannot be reached; RangeError if the URL is malformed
 */
export async function openDocuments({
  url,
  file,
  durability = 'full',
  readOnly,
  observe,
}: DocumentsOptions): Promise<mongoose.Connection> {
  if (!url) return openEmbedded(file, { durability, readOnly });
  const database = databaseOf(url, basename(file, extname(file)));
  return openMongo(url, database, durability === 'full', DEFAULT_TIMEOUTS, readOnly !== undefined, observe);
}

/** Whether the store replies to a ping in time; the embedded store replies only if its file can be written. */
export async function isReady(connection: mongoose.Connection, timeoutMs = READY_TIMEOUT_MS): Promise<boolean> {
  const { db } = connection;
  if (connection.readyState !== mongoose.ConnectionStates.connected || !db) return false;
  return withDeadline(db.command({ ping: 1 }), timeoutMs, 'The ping').then(
    () => true,
    () => false,
  );
}
