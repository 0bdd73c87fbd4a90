import { OutlayError } from '@outlay/contracts';
import { isDuplicateKey, pageByCreation, prepareCollection } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';
import type { UserRow } from '../domain/user.rules.js';
import type { LoadedAccount } from '../stream/account-stream.js';

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
    tokenVersion: count,
    revision: count,
    pendingChange: { type: Schema.Types.Mixed, default: null },
    notices: { type: Schema.Types.Mixed, default: [] },
    views: Schema.Types.Mixed,
    trips: Schema.Types.Mixed,
    createdAt: text,
  },
  // A saved view may have an empty filter.
  { minimize: false, versionKey: false },
);
schema.index({ createdAt: 1, _id: 1 });
schema.index({ role: 1, status: 1 });

export function userModel(documents: Connection): Model<UserRow> {
  return documents.model<UserRow>('User', schema, 'users');
}

/** The row follows from the events; null if there are none. */
export function toRow({ id: _id, state, revision }: Omit<LoadedAccount, 'headHash'>): UserRow | null {
  if (!state) return null;
  const { email, firstName, lastName, role, reimbursementCurrency, status, createdAt, tokenVersion } = state;
  const { pendingChange, notices, views, trips } = state;
  const person = { email, firstName, lastName, role, reimbursementCurrency };
  const row = { _id, ...person, status, createdAt, tokenVersion, pendingChange, notices, revision };
  return { ...row, ...(views.length > 0 && { views }), ...(trips.length > 0 && { trips }) };
}

/** The read model of accounts. */
export class UserStore {
  private constructor(
    private readonly model: Model<UserRow>,
    /** The users that were read or written, by id. */
    private readonly known: Map<string, UserRow> | null,
  ) {}

  /** A sole instance keeps users in memory, since every call asks who somebody is; only `project` changes a row. */
  static async open(documents: Connection, sharedStores: boolean): Promise<UserStore> {
    const model = userModel(documents);
    await prepareCollection(model);
    return new UserStore(model, sharedStores ? null : new Map());
  }

  async find(id: string): Promise<UserRow | null> {
    const known = this.known?.get(id);
    if (known) return known;
    // Every call waits for this read, and mongoose takes longer to build its query than the driver takes to read.
    const row = await this.model.collection.findOne<UserRow>({ _id: id as never });
    if (row) this.know(row);
    return row;
  }

  /** The existing users among the ids, by id. */
  async findAll(ids: readonly string[]): Promise<ReadonlyMap<string, UserRow>> {
    const users = await this.model.find({ _id: { $in: [...new Set(ids)] } }).lean();
    return new Map(users.map((user) => [user._id, user]));
  }

  async findByEmail(email: string): Promise<UserRow | null> {
    return this.model.findOne({ email }).lean();
  }

  async get(id: string): Promise<UserRow> {
    const user = await this.find(id);
    if (!user) throw new OutlayError('NOT_FOUND', 'User not found');
    return user;
  }

  async emailsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const users = await this.findAll(ids);
    return new Map([...users].map(([id, { email }]) => [id, email]));
  }

  async withViews(): Promise<UserRow[]> {
    return this.model.find({ views: { $exists: true } }).lean();
  }

  async count(): Promise<number> {
    return this.model.countDocuments();
  }

  async countActiveSuperAdmins(): Promise<number> {
    return this.model.countDocuments({ role: 'super_admin', status: 'active' });
  }

  async list(limit: number, cursor: string | null): Promise<{ users: UserRow[]; nextCursor: string | null }> {
    const page = await pageByCreation(this.model, 1, limit, cursor);
    if (!page) throw new OutlayError('INVALID_INPUT', 'The cursor is not valid.');
    return { users: page.rows, nextCursor: page.nextCursor };
  }

  /** Writes the row of the events, unless a newer one is stored. */
  async project(account: LoadedAccount): Promise<void> {
    const { id, revision } = account;
    const user = toRow(account);
    if (!user) return;
    const { matchedCount } = await this.model.replaceOne({ _id: id, revision: { $lt: revision } }, user);
    if (matchedCount > 0 || (await this.create(user))) this.know(user);
  }

  /** A read that began before a write may end after it, so an older row is not kept. */
  private know(user: UserRow): void {
    const known = this.known?.get(user._id);
    if (!known || known.revision < user.revision) this.known?.set(user._id, user);
  }

  /** False if this user, or one with the email, exists. */
  private async create(user: UserRow): Promise<boolean> {
    try {
      await this.model.create(user);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
