import { MARK, type Stores } from '@outlay/composition';
import { TRAIL_PREFIXES } from '@outlay/contracts';
import type { Clock } from '@outlay/time';
import { MigrationRejected } from './migration.js';

/** The collection of moves, which no service reads. */
export const MIGRATIONS = 'moves';

interface Migration {
  readonly _id: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
}

const MIGRATION_ID = 'move';

/** Marks the target, because only the data of an unfinished migration may be replaced. */
export class MigrationTarget {
  private constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
  ) {}

  /** @throws MigrationRejected if the data is not from an interrupted migration */
  static async open(stores: Stores, clock: Clock): Promise<MigrationTarget> {
    const target = new MigrationTarget(stores, clock);
    if ((await target.requireFillable()) === 'empty') {
      const started = { _id: MIGRATION_ID, startedAt: clock.now().toISOString(), finishedAt: null };
      await (await target.migrations()).insertOne(started);
    }
    return target;
  }

  /** @throws MigrationRejected as `open` does, and writes nothing */
  static async check(stores: Stores, clock: Clock): Promise<void> {
    await new MigrationTarget(stores, clock).requireFillable();
  }

  private async requireFillable(): Promise<'empty' | 'begun'> {
    const migration = await (await this.migrations()).findOne({ _id: MIGRATION_ID });
    if (migration?.finishedAt) {
      throw new MigrationRejected(
        `The target was filled on ${migration.finishedAt}. To fill it again, empty it first.`,
      );
    }
    if (migration) return 'begun';
    await requireEmpty(this.stores);
    return 'empty';
  }

  async finish(): Promise<void> {
    const migrations = await this.migrations();
    await migrations.updateOne({ _id: MIGRATION_ID }, { $set: { finishedAt: this.clock.now().toISOString() } });
  }

  private async migrations() {
    return (await this.stores.documents('expenses')).collection<Migration>(MIGRATIONS);
  }
}

/** A started installation without users counts as empty. */
async function requireEmpty(stores: Stores): Promise<void> {
  const [auth, events, blobs] = await Promise.all([stores.documents('auth'), stores.events(), stores.blobs()]);
  const [users, [event], blobsFound] = await Promise.all([
    auth.collection('users').countDocuments({}),
    events.readAll({ prefixes: TRAIL_PREFIXES, after: null, limit: 1 }),
    blobs.list('', { limit: 2 }),
  ]);
  const blob = blobsFound.find(({ key }) => key !== MARK);
  const found = [users > 0 && `${users} users`, event && 'events', blob && 'files'].filter(Boolean);
  if (found.length > 0) throw new MigrationRejected(`The target has other data already: ${found.join(', ')}.`);
}
