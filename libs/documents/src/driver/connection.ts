import mongoose from 'mongoose';
import { notSupported } from '../errors.js';
import { EmbeddedDatabase } from './database.js';
import type { FileOptions } from './open-file.js';

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

/** Mongoose's own collections call the ones that `db.collection()` returns. */
class EmbeddedConnection extends mongoose.Connection {
  declare readyState: mongoose.ConnectionStates;
  declare onOpen: () => void;

  async createClient(file: string, options: FileOptions = {}): Promise<this> {
    this.readyState = mongoose.ConnectionStates.connecting;
    const db = new EmbeddedDatabase(file, options);
    Object.assign(this, { db, client: new EmbeddedClient(db), name: db.databaseName, _connectionString: file });
    this.onOpen();
    return this;
  }
}

export const embeddedDriver = { Connection: EmbeddedConnection, Collection: mongoose.Collection };
