import { isDuplicateKey, prepareCollection } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';

interface PasswordRow {
  /** `<user id>/<revision>` */
  readonly _id: string;
  readonly userId: string;
  readonly hash: string;
  /** The revision of the account's event that set the password. */
  readonly revision: number;
}

const text = { type: String, required: true } as const;
const schema = new Schema<PasswordRow>(
  { _id: text, userId: text, hash: text, revision: { type: Number, required: true } },
  { versionKey: false },
);
schema.index({ userId: 1, revision: -1 });

/** Stores password hashes, which no event may hold. Rows are never updated, so writers cannot undo each other. */
export class PasswordStore {
  private constructor(private readonly model: Model<PasswordRow>) {}

  static async open(documents: Connection): Promise<PasswordStore> {
    const model = documents.model<PasswordRow>('Password', schema, 'passwords');
    await prepareCollection(model);
    return new PasswordStore(model);
  }

  /** Undefined if there is none, as for an account that was rebuilt from its events. */
  async hashOf(userId: string): Promise<string | undefined> {
    return (await this.model.findOne({ userId }).sort({ revision: -1 }).lean())?.hash;
  }

  async set(userId: string, hash: string, revision: number): Promise<void> {
    await this.model.create({ _id: `${userId}/${revision}`, userId, hash, revision }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
    await this.model.deleteMany({ userId, revision: { $lt: revision } });
  }
}
