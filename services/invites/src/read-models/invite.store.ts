import { OutlayError } from '@outlay/contracts';
import { isDuplicateKey, pageByCreation, prepareCollection } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';
import type { Invite } from '../domain/invite.js';
import type { LoadedInvite } from '../stream/invite-stream.js';

export interface InviteRow extends Omit<Invite, 'isConfirmed'> {
  readonly _id: string;
  /** The revision of the invite's stream. */
  readonly revision: number;
}

const text = { type: String, required: true } as const;
const optionalText = { type: String, default: null } as const;
const schema = new Schema<InviteRow>(
  {
    _id: text,
    email: optionalText,
    role: text,
    createdAt: text,
    createdBy: optionalText,
    expiresAt: text,
    usedAt: optionalText,
    usedBy: optionalText,
    confirmation: { type: Schema.Types.Mixed, default: null },
    revokedBy: { type: String },
    revision: { type: Number, required: true },
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

  /** Writes the row of the events, unless a newer one is stored. */
  async project(invite: LoadedInvite): Promise<void> {
    const { id, revision } = invite;
    const row = toRow(invite);
    if (!row) return;
    const { matchedCount } = await this.model.replaceOne({ _id: id, revision: { $lt: revision } }, row);
    if (matchedCount > 0) return;
    await this.model.create(row).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
  }
}
