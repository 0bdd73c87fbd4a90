import mongoose from 'mongoose';
import { notSupported } from '../errors.js';
import { EmbeddedDatabase } from './database.js';
import type { Durability } from './sqlite-file.js';

/** What mongoose asks of a `MongoClient`. */
class EmbeddedClient {
  constructor(private readonly database: EmbeddedDatabase) {}

  close(): Promise<void> {
    return this.database.close();
  }

  startSession(): never {
    throw notSupported('transactions and sessions');
  }

  withSession(): never {
    throw notSupported('transactions and sessions');
  }

  bulkWrite(): never {
    throw notSupported('bulk writes across collections; use Model.bulkWrite');
  }

  db(): never {
    throw notSupported('several databases on one connection');
  }
}

export interface EmbeddedOptions {
  readonly durability?: Durability;
}

/** A mongoose connection to one SQLite file; its collections are mongoose's own, which call whatever `db.collection()` gives. */
export class EmbeddedConnection extends mongoose.Connection {
  declare readyState: mongoose.ConnectionStates;
  declare onOpen: () => void;

  /** Called by `openUri` with the file's path. */
  async createClient(file: string, options: EmbeddedOptions = {}): Promise<this> {
    this.readyState = mongoose.ConnectionStates.connecting;
    const db = new EmbeddedDatabase(file, options.durability ?? 'full');
    Object.assign(this, { db, client: new EmbeddedClient(db), name: db.databaseName, _connectionString: file });
    this.onOpen();
    return this;
  }
}

export const embeddedDriver = { Connection: EmbeddedConnection, Collection: mongoose.Collection };
