import { Logger } from '@nestjs/common';
import { isDuplicateKey } from '@outlay/documents';
import type { Clock } from '@outlay/time';
import type { Connection } from 'mongoose';

export const DUPLICATE_LOCKS = 'duplicate-locks';

/** The right to approve one of several duplicates, held for an expense at the revision it was decided on. */
export interface DuplicateLock {
  readonly _id: string;
  readonly expenseId: string;
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/**
 * Longer than the append after it may take (3 s) and than the caller waits (5 s): once a lock has expired, its approval
 * can no longer be appended.
 */
const LOCK_MS = 10_000;
/** Locks taken between two clean-ups. */
const CLEAN_UP_EVERY = 1000;

/** Uses the collection without a mongoose model: its casting costs more than the insert. */
export class DuplicateLockStore {
  private readonly logger = new Logger('Approvals');
  private readonly locks;
  private taken = 0;

  constructor(
    documents: Connection,
    private readonly clock: Clock,
  ) {
    this.locks = documents.collection<DuplicateLock>(DUPLICATE_LOCKS);
  }

  /** Takes or renews the lock of a duplicate group. Returns the conflicting lock, or null on success. */
  async take(group: string, expenseId: string, revision: number): Promise<DuplicateLock | null> {
    const now = this.clock.now().getTime();
    const lock: DuplicateLock = { _id: group, expenseId, revision, until: now + LOCK_MS };
    this.cleanUpAtTimes(now);
    for (;;) {
      if (await this.insert(lock)) return null;
      const { matchedCount } = await this.locks.updateOne(
        { _id: group, expenseId, revision: { $lte: revision } },
        { $set: { revision, until: lock.until } },
      );
      if (matchedCount === 1) return null;
      const conflicting = await this.locks.findOne({ _id: group });
      // Null if it was released in the meantime: try again.
      if (conflicting) return conflicting;
    }
  }

  hasExpired({ until }: DuplicateLock): boolean {
    return until <= this.clock.now().getTime();
  }

  /** Releases exactly this lock, not one that was taken since. */
  async release({ _id, expenseId, revision, until }: DuplicateLock): Promise<void> {
    await this.locks.deleteOne({ _id, expenseId, revision, until });
  }

  private async insert(lock: DuplicateLock): Promise<boolean> {
    try {
      await this.locks.insertOne(lock);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  private cleanUpAtTimes(now: number): void {
    this.taken += 1;
    if (this.taken % CLEAN_UP_EVERY !== 1) return;
    this.locks.deleteMany({ until: { $lte: now } }).catch((error: unknown) => {
      this.logger.warn(`Expired duplicate locks could not be deleted: ${String(error)}`);
    });
  }
}
