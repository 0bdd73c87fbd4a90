import mongoose from 'mongoose';
import { refuseUndefinedFilters } from '../refuse-undefined.js';
import { SETTINGS } from '../settings.js';
import { rethrow, tellingUnavailable } from './telling-unavailable.js';

/** Milliseconds; the services' own deadlines are longer. */
const PATIENCE = {
  serverSelectionTimeoutMS: 2000,
  connectTimeoutMS: 2000,
  // Of silence in the middle of a call, not of the whole of it.
  socketTimeoutMS: 2000,
  // The driver would try once more for as long again; callers are told at once, and may.
  retryReads: false,
  // How soon it is seen that a server is back.
  heartbeatFrequencyMS: 1000,
} satisfies mongoose.ConnectOptions;

/** Opens a database of MongoDB. Throws `DocumentsUnavailable` when it cannot be reached; once open, it is for ever. */
export async function openMongo(url: string, database: string, isDurable: boolean): Promise<mongoose.Connection> {
  const instance = new mongoose.Mongoose(SETTINGS);
  instance.plugin(refuseUndefinedFilters);
  const connection = instance.createConnection();
  // Each call that fails tells it, and readiness does.
  connection.on('error', () => undefined);
  const writeConcern = isDurable ? { w: 'majority' as const, journal: true } : { w: 1 };
  try {
    await connection.openUri(url, { ...PATIENCE, dbName: database, writeConcern });
  } catch (error) {
    await connection.destroy();
    rethrow(error);
  }
  // Models take their collections from here.
  return connection.db ? Object.assign(connection, { db: tellingUnavailable(connection.db) }) : connection;
}
