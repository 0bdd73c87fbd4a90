import type { Connection } from 'mongoose';
import { EmbeddedDatabase } from './driver/database.js';

/**
 * Makes writes of which none is seen before those ahead of it. The embedded store commits the writes of one turn of the
 * event loop together, so that they need not wait for each other.
 * @param writes each reaches the store in the turn in which it is called. If one fails, those behind it may be made or not
 */
export async function inOrder({ db }: Connection, writes: readonly (() => Promise<unknown>)[]): Promise<void> {
  // A value of mongoose's type cannot be distinguished from a driver's database, hence `unknown`.
  const database: unknown = db;
  if (database instanceof EmbeddedDatabase) await Promise.all(writes.map((write) => write()));
  else for (const write of writes) await write();
}
