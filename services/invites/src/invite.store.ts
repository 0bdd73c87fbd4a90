import { INVITE_DAYS, OutlayError, type InviteView, type ReplyOf, type listInvites } from '@outlay/contracts';
import { isDuplicateKey } from '@outlay/documents';
import { canonicalRole, normaliseEmail, type AssignableRole, type Role } from '@outlay/rules';
import { keyReused } from '@outlay/idempotency';
import type { IdSource } from '@outlay/ids';
import type { Clock } from '@outlay/time';
import { Schema, type Connection, type Model } from 'mongoose';
import { assertRedeemable, expiryAfter, invitedEmail } from './invite.rules.js';

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

/** There is one first invite: a fixed id makes the new one take the old one's place, whoever starts at the same time. */
const FIRST = 'first';
const TOKEN_BYTES = 32;

/** The invites, pending, used and expired. */
export class InviteStore {
  private constructor(
    private readonly model: Model<InviteRow>,
    private readonly clock: Clock,
    private readonly ids: IdSource,
  ) {}

  /** The store once its indexes are there. */
  static async open(documents: Connection, clock: Clock, ids: IdSource): Promise<InviteStore> {
    const model = documents.model<InviteRow>('Invite', schema, 'invites');
    await model.init();
    return new InviteStore(model, clock, ids);
  }

  /** Makes an invite under an id. What stands there was made by the same request before, else IDEMPOTENCY_KEY_REUSED. */
  async create(_id: string, email: string, role: AssignableRole, expiresInDays: number): Promise<InviteView> {
    const row = { _id, email: invitedEmail(email), ...this.fresh(role, expiresInDays) };
    try {
      await this.model.create(row);
      return toView(row);
    } catch (error) {
      const made = isDuplicateKey(error) ? await this.model.findById(_id).lean() : null;
      if (!made) throw error;
      const sameEnd = made.expiresAt === expiryAfter(expiresInDays, new Date(made.createdAt));
      if (made.email !== row.email || canonicalRole(made.role) !== role || !sameEnd) throw keyReused();
      return toView(made);
    }
  }

  async createFirst(): Promise<string> {
    const first = { email: null, ...this.fresh('super_admin', INVITE_DAYS.default) };
    await this.model.updateOne({ _id: FIRST }, { $set: first }, { upsert: true });
    return first.token;
  }

  /** Newest first, so that what an admin has just made stands at the top. INVALID_INPUT for a cursor of nobody's. */
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

  /** Uses the invite up for this email and answers its role. INVALID_INVITE. */
  async redeem(token: string, rawEmail: string, usersExist: boolean): Promise<AssignableRole> {
    const email = normaliseEmail(rawEmail);
    const now = this.clock.now();
    const invite = await this.model.findOne({ token }).lean();
    assertRedeemable(invite, { email, now, usersExist });
    if (invite.usedBy === email) return canonicalRole(invite.role);
    const { modifiedCount } = await this.model.updateOne(
      { _id: invite._id, token, usedAt: null },
      { $set: { usedAt: now.toISOString(), usedBy: email } },
    );
    // Somebody was faster: judge again what they left.
    return modifiedCount === 1 ? canonicalRole(invite.role) : this.redeem(token, email, usersExist);
  }

  private fresh(role: AssignableRole, days: number): Omit<InviteRow, '_id' | 'email'> & { role: AssignableRole } {
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
