import mongoose from 'mongoose';
import { refuseUndefinedFilters } from '../refuse-undefined.js';
import { settingsFor } from '../settings.js';
import { embeddedDriver } from './connection.js';
import type { FileOptions } from './open-file.js';

export async function openEmbedded(file: string, options: FileOptions): Promise<mongoose.Connection> {
  // A mongoose instance of its own: the global one keeps MongoDB's driver.
  const instance = new mongoose.Mongoose(settingsFor(options.readOnly !== undefined));
  instance.setDriver(embeddedDriver);
  instance.plugin(refuseUndefinedFilters);
  const connection = instance.createConnection();
  await connection.openUri(file, options as mongoose.ConnectOptions);
  return connection;
}
