import { isLiving, type ExpenseState } from '../domain/expense.js';
import { likenessOf } from '../read-models/expense.model.js';
import type { ExpenseStream } from '../stream/expense-stream.js';
import type { LoadedExpense } from '../stream/load-expense.js';
import type { LikenessClaimsStore } from './likeness-claims.store.js';

/**
 * Keeps two approvals at once of expenses that look alike from passing each other by: each looks at the read model
 * before the other is in it. So an approval claims its likeness before it is appended, for the revision it was decided
 * on. Nobody has to give the claim back: once the stream has moved on from that revision, the append has landed or never
 * will, and the stream itself says which.
 */
export class TwinApprovals {
  constructor(
    private readonly claims: LikenessClaimsStore,
    private readonly streams: ExpenseStream,
  ) {}

  /**
   * The public id of an expense that looks like this one and has been approved, or is just being approved; null where
   * there is none, and this approval has the likeness to itself.
   */
  async rivalOf({ id, state, revision }: LoadedExpense): Promise<string | null> {
    const likeness = likenessOf(state);
    if (likeness === null) return null;
    for (;;) {
      const claim = await this.claims.take(likeness, id, revision);
      // Claimed for this expense at a later revision: then the append on this one will be refused anyway.
      if (claim === null || claim.expenseId === id) return null;
      const other = await this.streams.load(claim.expenseId);
      const underWay = other.revision <= claim.revision && !this.claims.hasRunOut(claim);
      if (isLiving(other.state) && (underWay || isApprovedLike(other.state, likeness))) {
        return other.state.claim.expenseId;
      }
      await this.claims.drop(claim);
    }
  }
}

function isApprovedLike(state: ExpenseState, likeness: string): boolean {
  return (state.status === 'approved' || state.status === 'paid') && likenessOf(state) === likeness;
}
