import { OutlayError } from '@outlay/contracts';
import { isDuplicateKey, prepareCollection } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';
import { removesActiveSuperAdmin, type UserChange, type UserRow } from './user.rules.js';
import type { UserStore } from './user.store.js';

interface ChangeLogRow {
  readonly _id: string;
  readonly revision: number;
  readonly pending: { readonly userId: string; readonly change: UserChange } | null;
}

const schema = new Schema<ChangeLogRow>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    pending: { type: Schema.Types.Mixed, default: null },
  },
  { versionKey: false },
);

const LOG_ID = 'roster';
/** Each failed attempt means that another change succeeded, so this many in a row point to a defect. */
const MAX_ATTEMPTS = 100;

/** One document serialises changes, so that a super admin always remains. Its next reader applies a pending change. */
export class UserChangeStore {
  private constructor(
    private readonly model: Model<ChangeLogRow>,
    private readonly users: UserStore,
  ) {}

  static async open(documents: Connection, users: UserStore): Promise<UserChangeStore> {
    const model = documents.model<ChangeLogRow>('UserChangeLog', schema, 'roster');
    await prepareCollection(model);
    await model.create({ _id: LOG_ID, revision: 0, pending: null }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
    const store = new UserChangeStore(model, users);
    await store.applyPending();
    return store;
  }

  async change(userId: string, change: UserChange): Promise<UserRow> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const revision = await this.applyPending();
      const user = await this.users.get(userId);
      if (removesActiveSuperAdmin(user, change) && (await this.users.countActiveSuperAdmins()) < 2) {
        throw new OutlayError('LAST_SUPER_ADMIN', 'There must be at least one super admin.');
      }
      if (await this.append(revision, { userId, change })) {
        await this.applyPending();
        return this.users.get(userId);
      }
    }
    throw new OutlayError('CONFLICT', 'Users are being changed by somebody else right now. Please try again.');
  }

  private async applyPending(): Promise<number> {
    const { revision, pending } = await this.read();
    if (pending) {
      await this.users.applyChange(pending.userId, pending.change, revision);
      await this.model.updateOne({ _id: LOG_ID, revision }, { $set: { pending: null } });
    }
    return revision;
  }

  private async append(expectedRevision: number, pending: NonNullable<ChangeLogRow['pending']>): Promise<boolean> {
    const { modifiedCount } = await this.model.updateOne(
      { _id: LOG_ID, revision: expectedRevision, pending: null },
      { $set: { revision: expectedRevision + 1, pending } },
    );
    return modifiedCount === 1;
  }

  private async read(): Promise<ChangeLogRow> {
    const row = await this.model.findById(LOG_ID).lean();
    if (!row) throw new Error('The log of user changes is missing from the document store.');
    return row;
  }
}
