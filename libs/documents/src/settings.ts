import type { MongooseOptions } from 'mongoose';

// `strictQuery: true` drops unknown paths, so that a filter matches more. `sanitizeFilter` would reject our own `$lt`
// and `$in`; a filter that takes a value directly from a request must set `.setOptions({ sanitizeFilter: true })`.
const SETTINGS = {
  autoIndex: true,
  autoCreate: true,
  bufferCommands: false,
  strictQuery: 'throw',
  createInitialConnection: false,
} satisfies MongooseOptions;

/** Mongoose creates nothing when a model is defined on a read-only connection. */
export function settingsFor(readOnly: boolean): MongooseOptions {
  return readOnly ? { ...SETTINGS, autoIndex: false, autoCreate: false } : SETTINGS;
}
