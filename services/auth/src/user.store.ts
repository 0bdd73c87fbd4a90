import { OutlayError } from '@outlay/contracts';
import { isDuplicateKey, prepareCollection } from '@outlay/documents';
import type { Clock } from '@outlay/time';
import { Schema, type Connection, type Model } from 'mongoose';
import type { NewUser, UserChange, UserRow } from './user.rules.js';

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
    passwordHash: text,
    tokenVersion: count,
    rosterRevision: count,
    createdAt: text,
  },
  { versionKey: false },
);
schema.index({ createdAt: 1, _id: 1 });
schema.index({ role: 1, status: 1 });

export class UserStore {
  private constructor(
    private readonly model: Model<UserRow>,
    private readonly clock: Clock,
  ) {}

  static async open(documents: Connection, clock: Clock): Promise<UserStore> {
    const model = documents.model<UserRow>('User', schema, 'users');
    await prepareCollection(model);
    return new UserStore(model, clock);
  }

  async create(_id: string, user: NewUser): Promise<UserRow | null> {
    const row: UserRow = {
      _id,
      ...user,
      status: 'active',
      tokenVersion: 0,
      rosterRevision: 0,
      createdAt: this.clock.now().toISOString(),
    };
    try {
      await this.model.create(row);
      return row;
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
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

  /** Deactivation ends all sessions, so that tokens stay invalid after reactivation. */
  async applyChange(id: string, change: UserChange, revision: number): Promise<void> {
    await this.model.updateOne(
      { _id: id, rosterRevision: { $lt: revision } },
      { $set: { ...change, rosterRevision: revision }, $inc: { tokenVersion: change.status === 'inactive' ? 1 : 0 } },
    );
  }

  async setPassword(id: string, passwordHash: string, expectedHash?: string): Promise<UserRow | null> {
    return this.model
      .findOneAndUpdate(
        { _id: id, ...(expectedHash === undefined ? {} : { passwordHash: expectedHash }) },
        { $set: { passwordHash }, $inc: { tokenVersion: 1 } },
        { returnDocument: 'after' },
      )
      .lean();
  }
}
