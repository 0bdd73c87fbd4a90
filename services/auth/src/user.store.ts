import { OutlayError } from '@outlay/contracts';
import { isDuplicateKey, prepareCollection } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';
import type { LoadedAccount } from './stream/account-stream.js';
import type { UserRow } from './user.rules.js';

/** No password verifies: the user was made again of events, which have no passwords. */
const NONE = '';
const text = { type: String, required: true } as const;
const count = { type: Number, required: true } as const;
const schema = new Schema<UserRow>(
  {
    _id: text,
    email: { ...text, unique: true },
    firstName: text,
    lastName: text,
    role: text,
    status: text,
    reimbursementCurrency: text,
    passwordHash: { type: String, default: NONE },
    tokenVersion: count,
    revision: { type: Number },
    passwordRevision: { type: Number },
    createdAt: text,
  },
  { versionKey: false },
);
schema.index({ createdAt: 1, _id: 1 });
schema.index({ role: 1, status: 1 });

export class UserStore {
  private constructor(private readonly model: Model<UserRow>) {}

  static async open(documents: Connection): Promise<UserStore> {
    const model = documents.model<UserRow>('User', schema, 'users');
    await prepareCollection(model);
    return new UserStore(model);
  }

  async find(id: string): Promise<UserRow | null> {
    return this.model.findById(id).lean();
  }

  async findByEmail(email: string): Promise<UserRow | null> {
    return this.model.findOne({ email }).lean();
  }

  async get(id: string): Promise<UserRow> {
    const user = await this.find(id);
    if (!user) throw new OutlayError('NOT_FOUND', 'User not found');
    return user;
  }

  async count(): Promise<number> {
    return this.model.countDocuments();
  }

  /** No legacy role name means super admin, so the stored role is compared. */
  async countActiveSuperAdmins(): Promise<number> {
    return this.model.countDocuments({ role: 'super_admin', status: 'active' });
  }

  async list(limit: number, cursor: string | null): Promise<{ users: UserRow[]; nextCursor: string | null }> {
    const last = cursor === null ? null : await this.find(cursor);
    if (cursor !== null && !last) throw new OutlayError('INVALID_INPUT', 'The cursor is not valid.');
    const afterLast = last && {
      $or: [{ createdAt: { $gt: last.createdAt } }, { createdAt: last.createdAt, _id: { $gt: last._id } }],
    };
    const rows = await this.model
      .find(afterLast ?? {})
      .sort({ createdAt: 1, _id: 1 })
      .limit(limit + 1)
      .lean();
    const users = rows.slice(0, limit);
    return { users, nextCursor: rows.length > limit ? (users.at(-1)?._id ?? null) : null };
  }

  /** Of an older release. */
  async listWithoutStream(): Promise<UserRow[]> {
    return this.model.find({ revision: null }).lean();
  }

  async noteImport(_id: string): Promise<void> {
    await this.model.updateOne({ _id, revision: null }, { $set: { revision: 0, passwordRevision: 0 } });
  }

  /** Writes what the events say, unless it is older than what is there. */
  async project({ id, state, revision }: LoadedAccount): Promise<void> {
    if (!state) return;
    const { eventIds: _, ...account } = state;
    const change = { ...account, revision };
    const { matchedCount } = await this.model.updateOne({ _id: id, revision: { $lt: revision } }, { $set: change });
    if (matchedCount > 0) return;
    await this.model
      .create({ _id: id, ...change, passwordHash: NONE, passwordRevision: -1 })
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
  }

  /** A password is in no event. @param revision that of the event which set it */
  async setPassword(_id: string, passwordHash: string, revision: number): Promise<void> {
    const password = { passwordHash, passwordRevision: revision };
    await this.model.updateOne({ _id, passwordRevision: { $lt: revision } }, { $set: password });
  }
}
