import type { SqliteDatabase } from './sqlite-database.js';

interface Waiting {
  /** Does the work, and answers how to tell its caller once all is on disk. */
  readonly attempt: () => () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Commits the writes of one turn of the event loop together. Waiting for the disk is nearly all a durable append costs,
 * and callers who come at the same time can wait for it together; each still succeeds or fails by itself.
 */
export class GroupCommit {
  private waiting: Waiting[] = [];

  constructor(private readonly database: SqliteDatabase) {}

  /** Runs work that writes, all or none of it; durable when it resolves. */
  run<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = () => {
        try {
          const result = this.database.savepoint(work);
          return () => resolve(result);
        } catch (error) {
          // A full disk has rolled everything back: then nobody's work stands, and the whole group must hear of it.
          if (!this.database.isInTransaction) throw error;
          return () => reject(error);
        }
      };
      if (this.waiting.push({ attempt, fail: reject }) === 1) setImmediate(() => this.flush());
    });
  }

  /** Commits what is waiting now. */
  flush(): void {
    const group = this.waiting;
    this.waiting = [];
    if (group.length === 0) return;
    try {
      const tell = this.database.transaction(() => group.map(({ attempt }) => attempt()));
      for (const caller of tell) caller();
    } catch (error) {
      for (const { fail } of group) fail(error);
    }
  }
}
