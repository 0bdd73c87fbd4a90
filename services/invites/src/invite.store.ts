import { OutlayError, type InviteConfirmation } from '@outlay/contracts';
import { isDuplicateKey, pageByCreation, prepareCollection } from '@outlay/documents';
import type { Role } from '@outlay/rules';
import { Schema, type Connection, type Model } from 'mongoose';
import type { Invite } from './domain/invite.js';
import type { LoadedInvite } from './stream/invite-stream.js';

/** An invite's row. In one of an older release, the role may be a legacy name. */
export interface InviteRow extends Omit<Invite, 'role' | 'confirmation' | 'isConfirmed'> {
  readonly _id: string;
  readonly role: Role;
  readonly confirmation?: InviteConfirmation | null;
  /** The revision of the invite's stream; missing if an older release wrote the row. */
  readonly revision?: number;
  readonly revokedBy?: string;
  /** The code, if an older release wrote the row. */
  readonly token?: string;
}

const text = { type: String, required: true } as const;
const optionalText = { type: String, default: null } as const;
const schema = new Schema<InviteRow>(
  {
    _id: text,
    email: optionalText,
    role: text,
    token: { type: String },
    createdAt: text,
    createdBy: optionalText,
    expiresAt: text,
    usedAt: optionalText,
    usedBy: optionalText,
    confirmation: { type: Schema.Types.Mixed, default: null },
    revokedBy: { type: String },
    revision: { type: Number },
  },
  { versionKey: false },
);
schema.index({ createdAt: 1, _id: 1 });
schema.index({ createdBy: 1 });
schema.index({ usedBy: 1 });

export function inviteModel(documents: Connection): Model<InviteRow> {
  return documents.model<InviteRow>('Invite', schema, 'invites');
}

/** The row follows from the events; null if there are none. */
export function toRow({ id: _id, state, revision }: Omit<LoadedInvite, 'headHash'>): InviteRow | null {
  if (!state) return null;
  const { isConfirmed: _, ...invite } = state;
  return { _id, ...invite, revision };
}

/** The read model of invites. */
export class InviteStore {
  private constructor(private readonly model: Model<InviteRow>) {}

  static async open(documents: Connection): Promise<InviteStore> {
    const model = inviteModel(documents);
    await prepareCollection(model);
    await dropTokenIndex(model);
    return new InviteStore(model);
  }

  /** The invites, newest first. */
  async list(limit: number, cursor: string | null): Promise<{ rows: InviteRow[]; nextCursor: string | null }> {
    const page = await pageByCreation(this.model, -1, limit, cursor);
    if (!page) throw new OutlayError('INVALID_INPUT', 'The cursor is not valid.');
    return page;
  }

  /** The latest that the account created, or that its email used. */
  async idsOf(userId: string, email: string, limit: number): Promise<string[]> {
    const rows = await this.model
      .find({ $or: [{ createdBy: userId }, { usedBy: email }] })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .lean();
    return rows.map(({ _id }) => _id);
  }

  async listOfOlderReleases(): Promise<InviteRow[]> {
    return this.model.find({ revision: null }).lean();
  }

  /** Removes an invite of an older release: an event never ends. */
  async remove(_id: string): Promise<void> {
    await this.model.deleteOne({ _id, revision: null });
  }

  /** Writes the row of the events, unless a newer one is stored. */
  async project(invite: LoadedInvite): Promise<void> {
    const { id, revision } = invite;
    const row = toRow(invite);
    if (!row) return;
    const older = { _id: id, $or: [{ revision: null }, { revision: { $lt: revision } }] };
    const { matchedCount } = await this.model.replaceOne(older, row);
    if (matchedCount > 0) return;
    await this.model.create(row).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
  }
}

/** Codes were here in older releases. */
async function dropTokenIndex({ collection }: Model<InviteRow>): Promise<void> {
  const indexes = await collection.indexes();
  if (!indexes.some(({ name }) => name === 'token_1')) return;
  await collection.dropIndex('token_1').catch((error: unknown) => {
    const INDEX_NOT_FOUND = 27;
    if ((error as { code?: unknown }).code !== INDEX_NOT_FOUND) throw error;
  });
}
