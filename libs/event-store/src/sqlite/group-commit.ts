import type { SqliteDatabase } from '@outlay/sqlite';

interface PendingWrite {
  /** Returns how to settle the promise once the group is committed. */
  readonly attempt: () => () => void;
  readonly reject: (error: unknown) => void;
}

/** A durable append mostly waits for the disk, so the writes of one turn of the event loop share one commit. */
export class GroupCommit {
  private pending: PendingWrite[] = [];

  constructor(private readonly database: SqliteDatabase) {}

  run<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = () => {
        try {
          const result = this.database.savepoint(work);
          return () => resolve(result);
        } catch (error) {
          // A full disk rolls back the whole transaction, so the whole group must fail.
          if (!this.database.isInTransaction) throw error;
          return () => reject(error);
        }
      };
      if (this.pending.push({ attempt, reject }) === 1) setImmediate(() => this.flush());
    });
  }

  flush(): void {
    const group = this.pending;
    this.pending = [];
    if (group.length === 0) return;
    try {
      const settlers = this.database.transaction(() => group.map(({ attempt }) => attempt()));
      for (const settle of settlers) settle();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
