import type { SqliteDatabase } from './sqlite-database.js';

interface PendingWrite {
  /** Returns how to settle the promise once the group is committed. */
  readonly attempt: () => () => void;
  readonly reject: (error: unknown) => void;
}

/** All writes of one turn of the event loop share a commit, because a commit costs more than most writes. */
export class GroupCommit {
  private pending: PendingWrite[] = [];

  /** @param beforeCommit runs in the transaction after the writes of a group; its error undoes all of them */
  constructor(
    private readonly database: SqliteDatabase,
    private readonly beforeCommit: () => void = () => undefined,
  ) {}

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
      const settlers = this.database.transaction(() => {
        const attempted = group.map(({ attempt }) => attempt());
        this.beforeCommit();
        return attempted;
      });
      for (const settle of settlers) settle();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
