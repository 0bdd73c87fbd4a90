import type { MongooseOptions } from 'mongoose';

/**
 * Settings for both stores. `strictQuery: 'throw'` because `true` drops unknown paths from a filter, which then matches
 * more. `sanitizeFilter` is off because it would reject our own `$lt` and `$in`, and request schemas allow no operator
 * objects. A filter that takes a value directly from a request must set `.setOptions({ sanitizeFilter: true })`.
 */
export const SETTINGS = {
  autoIndex: true,
  autoCreate: true,
  bufferCommands: false,
  strictQuery: 'throw',
  createInitialConnection: false,
} satisfies MongooseOptions;
