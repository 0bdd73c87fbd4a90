import { Inject, Injectable, Logger } from '@nestjs/common';
import { isDuplicateKey } from '@outlay/documents';
import { latestPossible, type Clock } from '@outlay/time';
import type { Connection } from 'mongoose';
import { CLOCK, DOCUMENTS } from '../ports.js';

export const DUPLICATE_LOCKS = 'duplicate-locks';

/** Needs no release: once the stream has moved past the locked revision, the stream itself shows the outcome. */
export interface DuplicateLock {
  readonly _id: string;
  readonly expenseId: string;
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Longer than an append (3 s) and its caller (5 s), so that no approval is appended after its lock expired. */
const LOCK_MS = 10_000;
const CLEAN_UP_EVERY = 1000;

/** Uses the collection without a mongoose model: its casting costs more than the insert. */
@Injectable()
export class DuplicateLockStore {
  private readonly logger = new Logger('Approvals');
  private readonly locks;
  private taken = 0;

  constructor(
    @Inject(DOCUMENTS) documents: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.locks = documents.collection<DuplicateLock>(DUPLICATE_LOCKS);
  }

  /** Takes the locks in their order until one is taken already. False if one was: `take` each of them then. */
  async takeFree(groups: readonly string[], expenseId: string, revision: number): Promise<boolean> {
    const now = this.clock.now().getTime();
    this.cleanUpAtTimes(now);
    return this.insert(groups.map((_id) => ({ _id, expenseId, revision, until: now + LOCK_MS })));
  }

  async take(group: string, expenseId: string, revision: number): Promise<DuplicateLock | null> {
    const now = this.clock.now().getTime();
    const lock: DuplicateLock = { _id: group, expenseId, revision, until: now + LOCK_MS };
    this.cleanUpAtTimes(now);
    for (;;) {
      if (await this.insert([lock])) return null;
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
    const now = this.clock.now().getTime();
    return until <= now || until > latestPossible(now, LOCK_MS);
  }

  async release({ _id, expenseId, revision, until }: DuplicateLock): Promise<void> {
    await this.locks.deleteOne({ _id, expenseId, revision, until });
  }

  private async insert(locks: DuplicateLock[]): Promise<boolean> {
    try {
      await this.locks.insertMany(locks, { ordered: true });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  private cleanUpAtTimes(now: number): void {
    this.taken += 1;
    if (this.taken % CLEAN_UP_EVERY !== 1) return;
    const expired = { $or: [{ until: { $lte: now } }, { until: { $gt: latestPossible(now, LOCK_MS) } }] };
    this.locks.deleteMany(expired).catch((error: unknown) => {
      this.logger.warn(`Expired duplicate locks could not be deleted: ${String(error)}`);
    });
  }
}
