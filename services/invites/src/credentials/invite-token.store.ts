import { isDuplicateKey, prepareCollection } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';
import type { InviteTerms } from '../domain/invite.js';

export interface TokenRow {
  readonly _id: string;
  readonly inviteId: string;
  readonly token: string;
  /** The terms of the first invite, which has no events before it is redeemed. */
  readonly terms?: InviteTerms;
}

const text = { type: String, required: true } as const;
const schema = new Schema<TokenRow>(
  { _id: text, inviteId: text, token: { ...text, unique: true }, terms: Schema.Types.Mixed },
  { versionKey: false },
);
schema.index({ inviteId: 1 });

/** A fixed id, so that a new first invite replaces the previous one, even if several instances start at once. */
const FIRST = 'first';

/** Stores the codes of invites, which no event may hold. */
export class InviteTokenStore {
  private constructor(private readonly model: Model<TokenRow>) {}

  static async open(documents: Connection): Promise<InviteTokenStore> {
    const model = documents.model<TokenRow>('InviteToken', schema, 'invite-tokens');
    await prepareCollection(model);
    return new InviteTokenStore(model);
  }

  /** Keeps the one that the invite has. */
  async add(inviteId: string, token: string): Promise<void> {
    await this.model.create({ _id: inviteId, inviteId, token }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
  }

  async replaceFirst(inviteId: string, token: string, terms: InviteTerms): Promise<void> {
    await this.model.updateOne({ _id: FIRST }, { $set: { inviteId, token, terms } }, { upsert: true });
  }

  async find(token: string): Promise<TokenRow | null> {
    return this.model.findOne({ token }).lean();
  }

  /** The codes, by the id of the invite. */
  async of(inviteIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.model.find({ inviteId: { $in: inviteIds } }).lean();
    return new Map(rows.map(({ inviteId, token }) => [inviteId, token]));
  }
}
