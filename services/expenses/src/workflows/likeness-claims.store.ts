import { isDuplicateKey } from '@outlay/documents';
import type { Clock } from '@outlay/time';
import { Logger } from '@nestjs/common';
import type { Connection } from 'mongoose';

/** An approval that is under way, or once was: of this expense, as decided on at this revision. */
export interface LikenessClaim {
  /** The likeness. */
  readonly _id: string;
  readonly expenseId: string;
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/**
 * Longer than the append that follows a claim may take (3 s), and than its caller waits (5 s): an approval is not still
 * to land when its claim has run out, and so nothing has to be checked again before the append.
 */
const CLAIM_MS = 10_000;
/** How many claims are made between two clearings of those that have run out. */
const CLEARED_EVERY = 1000;

/**
 * At most one approval at a time of the expenses that look alike. The collection itself and no mongoose model, whose
 * casting costs more than the insert that every approval waits for.
 */
export class LikenessClaimsStore {
  private readonly logger = new Logger('Approvals');
  private readonly rows;
  private taken = 0;

  constructor(
    documents: Connection,
    private readonly clock: Clock,
  ) {
    this.rows = documents.collection<LikenessClaim>('likeness-claims');
  }

  /** Null once the likeness is claimed for this expense at this revision; else the claim in the way. */
  async take(likeness: string, expenseId: string, revision: number): Promise<LikenessClaim | null> {
    const now = this.clock.now().getTime();
    const claim: LikenessClaim = { _id: likeness, expenseId, revision, until: now + CLAIM_MS };
    this.clearNowAndThen(now);
    for (;;) {
      if (await this.insert(claim)) return null;
      const { matchedCount } = await this.rows.updateOne(
        { _id: likeness, expenseId, revision: { $lte: revision } },
        { $set: { revision, until: claim.until } },
      );
      if (matchedCount === 1) return null;
      const inTheWay = await this.rows.findOne({ _id: likeness });
      // Dropped since: it can be claimed after all.
      if (inTheWay) return inTheWay;
    }
  }

  /** Whether its approval has been given up: a crash, or a store that did not answer. */
  hasRunOut({ until }: LikenessClaim): boolean {
    return until <= this.clock.now().getTime();
  }

  /** Ends a claim, unless it is another one by now. */
  async drop({ _id, expenseId, revision, until }: LikenessClaim): Promise<void> {
    await this.rows.deleteOne({ _id, expenseId, revision, until });
  }

  private async insert(claim: LikenessClaim): Promise<boolean> {
    try {
      await this.rows.insertOne(claim);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  private clearNowAndThen(now: number): void {
    this.taken += 1;
    if (this.taken % CLEARED_EVERY !== 1) return;
    this.rows.deleteMany({ until: { $lte: now } }).catch((error: unknown) => {
      this.logger.warn(`Old claims could not be cleared: ${String(error)}`);
    });
  }
}
