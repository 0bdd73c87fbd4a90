import mongoose from 'mongoose';
import { refuseUndefinedFilters } from '../refuse-undefined.js';
import { settingsFor } from '../settings.js';
import { rethrow, withUnavailable, type CallObserver } from './unavailable-proxy.js';

/** In milliseconds; shorter than the services' own deadlines. */
export const DEFAULT_TIMEOUTS = {
  serverSelectionTimeoutMS: 2000,
  connectTimeoutMS: 2000,
  // The longest silence during a call, not its duration.
  socketTimeoutMS: 2000,
  heartbeatFrequencyMS: 1000,
} satisfies mongoose.ConnectOptions;

/** The connection recovers by itself from outages. @throws DocumentsUnavailable if the server cannot be reached at first */
export async function openMongo(
  url: string,
  database: string,
  isDurable: boolean,
  timeouts = DEFAULT_TIMEOUTS,
  readOnly = false,
  observe?: CallObserver,
): Promise<mongoose.Connection> {
  const instance = new mongoose.Mongoose(settingsFor(readOnly));
  instance.plugin(refuseUndefinedFilters);
  const connection = instance.createConnection();
  connection.on('error', () => undefined);
  const writeConcern = isDurable ? { w: 'majority' as const, journal: true } : { w: 1 };
  try {
    // The driver's own retry of a read would take as long again; callers retry.
    await connection.openUri(url, {
      ...timeouts,
      retryReads: false,
      dbName: database,
      writeConcern,
    });
  } catch (error) {
    await connection.destroy();
    rethrow(error);
  }
  return connection.db ? Object.assign(connection, { db: withUnavailable(connection.db, observe) }) : connection;
}
