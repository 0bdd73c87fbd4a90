import { OutlayError } from '@outlay/contracts';
import { isDuplicateKey } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';
import { losesSuperAdmin, type UserChange, type UserRow } from './user.rules.js';
import type { UserStore } from './user.store.js';

interface RosterRow {
  readonly _id: string;
  readonly revision: number;
  readonly pending: { readonly userId: string; readonly change: UserChange } | null;
}

const schema = new Schema<RosterRow>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    pending: { type: Schema.Types.Mixed, default: null },
  },
  { versionKey: false },
);

const ROSTER = 'roster';
/** A failed attempt means that another change went through; as many in a row mean something else is wrong. */
const MAX_ATTEMPTS = 100;

/**
 * Puts the changes to users in one row, across all instances, so that a count of super admins still holds when the
 * change it allowed is made. A change is written here first, at the next revision, and then applied to its user; who
 * finds one that is not applied (its writer was slow, or crashed) applies it before making their own.
 */
export class RosterStore {
  private constructor(
    private readonly model: Model<RosterRow>,
    private readonly users: UserStore,
  ) {}

  /** The roster, with what a crash left out made good. */
  static async open(documents: Connection, users: UserStore): Promise<RosterStore> {
    const model = documents.model<RosterRow>('Roster', schema, 'roster');
    await model.init();
    await model.create({ _id: ROSTER, revision: 0, pending: null }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
    const roster = new RosterStore(model, users);
    await roster.settle();
    return roster;
  }

  /** Changes a user. NOT_FOUND; LAST_SUPER_ADMIN when no active super admin would remain. */
  async change(userId: string, change: UserChange): Promise<UserRow> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const revision = await this.settle();
      const user = await this.users.get(userId);
      if (losesSuperAdmin(user, change) && (await this.users.countActiveSuperAdmins()) < 2) {
        throw new OutlayError('LAST_SUPER_ADMIN', 'There must be at least one super admin.');
      }
      if (await this.propose(revision, { userId, change })) {
        await this.settle();
        return this.users.get(userId);
      }
    }
    throw new OutlayError('CONFLICT', 'Users are being changed by somebody else right now. Please try again.');
  }

  /** Applies the change that stands here, if any, and answers the revision. */
  private async settle(): Promise<number> {
    const { revision, pending } = await this.read();
    if (pending) {
      await this.users.applyChange(pending.userId, pending.change, revision);
      await this.model.updateOne({ _id: ROSTER, revision }, { $set: { pending: null } });
    }
    return revision;
  }

  /** Whether the change became the next one: only if nothing has been proposed since that revision. */
  private async propose(revision: number, pending: NonNullable<RosterRow['pending']>): Promise<boolean> {
    const { modifiedCount } = await this.model.updateOne(
      { _id: ROSTER, revision, pending: null },
      { $set: { revision: revision + 1, pending } },
    );
    return modifiedCount === 1;
  }

  private async read(): Promise<RosterRow> {
    const roster = await this.model.findById(ROSTER).lean();
    if (!roster) throw new Error('The roster is missing from the document store.');
    return roster;
  }
}
