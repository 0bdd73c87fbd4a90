import type { Stores } from '@outlay/composition';
import { EXPENSE_PREFIX, PAYMENT_PREFIX } from '@outlay/expenses';
import type { Clock } from '@outlay/time';
import { MoveRefused } from './moved.js';

/** A collection of the expenses service's documents; no service reads it. */
export const MOVES = 'moves';

interface Move {
  readonly _id: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
}

const MOVE = 'move';

/** Marks an installation as one that is being moved to, until it has all: whatever stands there may be replaced. */
export class Target {
  private constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
  ) {}

  /** Refuses an installation that holds data, unless an interrupted move left it. */
  static async take(stores: Stores, clock: Clock): Promise<Target> {
    const target = new Target(stores, clock);
    const moves = await target.moves();
    const move = await moves.findOne({ _id: MOVE });
    if (move?.finishedAt) {
      throw new MoveRefused(`Everything was moved there on ${move.finishedAt}. To move again, empty what is there.`);
    }
    if (!move) {
      await refuseData(stores);
      await moves.insertOne({ _id: MOVE, startedAt: clock.now().toISOString(), finishedAt: null });
    }
    return target;
  }

  async finish(): Promise<void> {
    const moves = await this.moves();
    await moves.updateOne({ _id: MOVE }, { $set: { finishedAt: this.clock.now().toISOString() } });
  }

  private async moves() {
    return (await this.stores.documents('expenses')).collection<Move>(MOVES);
  }
}

/** A product that was started once and that nobody has registered with holds nothing. */
async function refuseData(stores: Stores): Promise<void> {
  const [auth, events, blobs] = await Promise.all([stores.documents('auth'), stores.events(), stores.blobs()]);
  const [users, [event], [blob]] = await Promise.all([
    auth.collection('users').countDocuments({}),
    events.readAll({ prefixes: [EXPENSE_PREFIX, PAYMENT_PREFIX], after: null, limit: 1 }),
    blobs.list('', { limit: 1 }),
  ]);
  const found = [users > 0 && `${users} users`, event && 'expenses', blob && 'files'].filter(Boolean);
  if (found.length > 0) throw new MoveRefused(`There is other data there already: ${found.join(', ')}.`);
}
