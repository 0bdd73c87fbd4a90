import type { MongooseOptions } from 'mongoose';

/**
 * What holds on either store. `strictQuery: 'throw'` because `true` leaves a path the schema does not know out of the
 * filter, which then matches more. Queries reach us from schemas that admit no operator objects, so `sanitizeFilter` stays
 * off: it would forbid our own `$lt` and `$in`. Where a filter takes a value straight from a request, ask for it there:
 * `.setOptions({ sanitizeFilter: true })`.
 */
export const SETTINGS = {
  autoIndex: true,
  autoCreate: true,
  bufferCommands: false,
  strictQuery: 'throw',
  createInitialConnection: false,
} satisfies MongooseOptions;
