import {
  INVITE_DAYS,
  OutlayError,
  type InviteView,
  type ReplyOf,
  type listInvites,
  type redeemInvite,
} from '@outlay/contracts';
import { isDuplicateKey, prepareCollection } from '@outlay/documents';
import { canonicalRole, normaliseEmail, type AssignableRole, type Role } from '@outlay/rules';
import { keyReused } from '@outlay/idempotency';
import type { IdSource } from '@outlay/ids';
import type { Clock } from '@outlay/time';
import { Schema, type Connection, type Model } from 'mongoose';
import { assertRedeemable, expiryAfter, parseInvitedEmail } from './invite.rules.js';

interface InviteRow {
  readonly _id: string;
  readonly email: string | null;
  readonly role: Role;
  readonly token: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly usedAt: string | null;
  readonly usedBy: string | null;
}

const schema = new Schema<InviteRow>(
  {
    _id: { type: String, required: true },
    email: { type: String, default: null },
    role: { type: String, required: true },
    token: { type: String, required: true, unique: true },
    createdAt: { type: String, required: true },
    expiresAt: { type: String, required: true },
    usedAt: { type: String, default: null },
    usedBy: { type: String, default: null },
  },
  { versionKey: false },
);
schema.index({ createdAt: 1, _id: 1 });

/** A fixed id, so that a new first invite replaces the previous one, even if several instances start at once. */
const FIRST_INVITE_ID = 'first';
const TOKEN_BYTES = 32;

export class InviteStore {
  private constructor(
    private readonly model: Model<InviteRow>,
    private readonly clock: Clock,
    private readonly ids: IdSource,
  ) {}

  static async open(documents: Connection, clock: Clock, ids: IdSource): Promise<InviteStore> {
    const model = documents.model<InviteRow>('Invite', schema, 'invites');
    await prepareCollection(model);
    return new InviteStore(model, clock, ids);
  }

  async create(_id: string, email: string, role: AssignableRole, expiresInDays: number): Promise<InviteView> {
    const row = { _id, email: parseInvitedEmail(email), ...this.newTerms(role, expiresInDays) };
    try {
      await this.model.create(row);
      return toView(row);
    } catch (error) {
      const existing = isDuplicateKey(error) ? await this.model.findById(_id).lean() : null;
      if (!existing) throw error;
      const hasSameExpiry = existing.expiresAt === expiryAfter(expiresInDays, new Date(existing.createdAt));
      if (existing.email !== row.email || canonicalRole(existing.role) !== role || !hasSameExpiry) throw keyReused();
      return toView(existing);
    }
  }

  async createFirst(): Promise<string> {
    const first = { email: null, ...this.newTerms('super_admin', INVITE_DAYS.default) };
    await this.model.updateOne({ _id: FIRST_INVITE_ID }, { $set: first }, { upsert: true });
    return first.token;
  }

  async list(limit: number, cursor: string | null): Promise<ReplyOf<typeof listInvites>> {
    const last = cursor === null ? null : await this.model.findById(cursor).lean();
    if (cursor !== null && !last) throw new OutlayError('INVALID_INPUT', 'The cursor is not valid.');
    const older = last && {
      $or: [{ createdAt: { $lt: last.createdAt } }, { createdAt: last.createdAt, _id: { $lt: last._id } }],
    };
    const rows = await this.model
      .find(older ?? {})
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit + 1)
      .lean();
    const page = rows.slice(0, limit);
    return { invites: page.map(toView), nextCursor: rows.length > limit ? (page.at(-1)?._id ?? null) : null };
  }

  async redeem(token: string, rawEmail: string, usersExist: boolean): Promise<ReplyOf<typeof redeemInvite>> {
    const email = normaliseEmail(rawEmail);
    const now = this.clock.now();
    const invite = await this.model.findOne({ token }).lean();
    assertRedeemable(invite, { email, now, usersExist });
    const redeemed = { role: canonicalRole(invite.role), inviteId: invite._id };
    if (invite.usedBy === email) return redeemed;
    const { modifiedCount } = await this.model.updateOne(
      { _id: invite._id, token, usedAt: null },
      { $set: { usedAt: now.toISOString(), usedBy: email } },
    );
    // A concurrent request has changed the invite, so check it again.
    return modifiedCount === 1 ? redeemed : this.redeem(token, email, usersExist);
  }

  private newTerms(role: AssignableRole, days: number): Omit<InviteRow, '_id' | 'email'> & { role: AssignableRole } {
    const now = this.clock.now();
    return {
      role,
      token: this.ids.bytes(TOKEN_BYTES).toString('base64url'),
      createdAt: now.toISOString(),
      expiresAt: expiryAfter(days, now),
      usedAt: null,
      usedBy: null,
    };
  }
}

function toView({ _id, email, role, token, createdAt, expiresAt, usedAt }: InviteRow): InviteView {
  return { id: _id, email, role: canonicalRole(role), token, createdAt, expiresAt, usedAt };
}
