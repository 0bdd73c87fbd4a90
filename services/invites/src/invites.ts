import {
  INVITE_DAYS,
  OutlayError,
  requireActor,
  requirePast,
  type AuditEntry,
  type createInvite,
  type InviteView,
  type MessageContext,
  type PendingAnswer,
  type ReplyOf,
  type RequestOf,
  type listInvites,
  type readInviteHistory,
  type redeemInvite,
} from '@outlay/contracts';
import { keyReused } from '@outlay/idempotency';
import type { IdSource } from '@outlay/ids';
import { canonicalRole, normaliseEmail, type AssignableRole } from '@outlay/rules';
import type { Clock } from '@outlay/time';
import type { InviteTerms } from './domain/invite.js';
import { inviteHistory } from './domain/invite-history.js';
import { expiryAfter, parseInvitedEmail, unknownInvite } from './domain/invite.rules.js';
import type { FourEyes } from './four-eyes.js';
import { toRow, type InviteRow, type InviteStore } from './invite.store.js';
import type { InviteTokenStore } from './invite-token.store.js';
import type { InviteStream } from './stream/invite-stream.js';

const TOKEN_BYTES = 32;
const LATEST_INVITES = 100;
/** Of the first invite in older releases. */
const FIRST = 'first';

/** An invite's stream decides; its code is found apart from it. */
export class Invites {
  constructor(
    private readonly stream: InviteStream,
    private readonly store: InviteStore,
    private readonly tokens: InviteTokenStore,
    private readonly clock: Clock,
    private readonly ids: IdSource,
    private readonly fourEyes: Pick<FourEyes, 'isAsked' | 'requireActing'>,
  ) {}

  /** A repeated request gets the same invite. */
  async create(
    id: string,
    { email, role, expiresInDays }: RequestOf<typeof createInvite>,
    context: MessageContext,
  ): Promise<InviteView> {
    const terms = this.termsOf(parseInvitedEmail(email), role, expiresInDays);
    // Before the event, after which the invite can be used.
    await this.tokens.add(id, this.newToken());
    const waits = await this.fourEyes.isAsked(role, context);
    const invite = await this.stream.execute(id, { type: 'Create', terms, waits }, context);
    await this.store.project(invite);
    const existing = invite.state ?? terms;
    const hasSameExpiry = existing.expiresAt === expiryAfter(expiresInDays, new Date(existing.createdAt));
    if (existing.email !== terms.email || existing.role !== role || !hasSameExpiry) throw keyReused();
    const { usedAt = null, confirmation = null } = invite.state ?? {};
    const { createdAt, expiresAt } = existing;
    const token = (await this.tokens.of([id])).get(id) ?? '';
    return { id, email: existing.email, role, token, createdAt, expiresAt, usedAt, confirmation };
  }

  async answer(id: string, answer: PendingAnswer, context: MessageContext): Promise<InviteView> {
    const { confirmation } = (await this.stream.load(id)).state ?? {};
    if (confirmation && answer === 'confirm') await this.fourEyes.requireActing(confirmation, context);
    const by = requireActor(context).id;
    const invite = await this.stream.execute(id, { type: 'Answer', answer, by }, context);
    await this.store.project(invite);
    if (!invite.state) throw unknownInvite();
    return toView({ ...invite.state, _id: id }, (await this.tokens.of([id])).get(id) ?? '');
  }

  /** Has no events before it is redeemed, since each start without users replaces it. */
  async createFirst(): Promise<string> {
    const token = this.newToken();
    await this.tokens.replaceFirst(this.ids.uuid(), token, this.termsOf(null, 'super_admin', INVITE_DAYS.default));
    return token;
  }

  async list(limit: number, cursor: string | null): Promise<ReplyOf<typeof listInvites>> {
    const { rows, nextCursor } = await this.store.list(limit, cursor);
    const tokens = await this.tokens.of(rows.map(({ _id }) => _id));
    return { invites: rows.map((row) => toView(row, tokens.get(row._id) ?? '')), nextCursor };
  }

  /** @throws INVALID_INPUT if the instant is in the future */
  async listAsOf(limit: number, cursor: string | null, asOf: string): Promise<ReplyOf<typeof listInvites>> {
    requirePast(asOf, this.clock.now());
    const past = await this.stream.allUntil(asOf);
    const rows = past.flatMap(({ id, state, revision }) => toRow(id, state, revision) ?? []).sort(newestFirst);
    const start = cursor === null ? 0 : rows.findIndex(({ _id }) => _id === cursor) + 1;
    if (cursor !== null && start === 0) throw new OutlayError('INVALID_INPUT', 'The cursor is not valid.');
    const page = rows.slice(start, start + limit);
    const tokens = await this.tokens.of(page.map(({ _id }) => _id));
    const nextCursor = rows.length > start + limit ? (page.at(-1)?._id ?? null) : null;
    return { invites: page.map((row) => toView(row, tokens.get(row._id) ?? '')), nextCursor };
  }

  async redeem(
    { token, email: rawEmail, usersExist }: RequestOf<typeof redeemInvite>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof redeemInvite>> {
    const row = await this.tokens.find(token);
    const role = row && (row.terms ?? (await this.stream.load(row.inviteId)).state)?.role;
    if (!row || !role) throw unknownInvite();
    const by = { email: normaliseEmail(rawEmail), now: this.clock.now(), usersExist };
    // Nobody yet: the account follows.
    const actor = { id: 'invited', email: by.email, name: by.email, role, reimbursementCurrency: 'EUR' as const };
    const command = { type: 'Redeem', by, first: row.terms ?? null } as const;
    await this.store.project(await this.stream.execute(row.inviteId, command, { ...context, actor }));
    return { role, inviteId: row.inviteId };
  }

  /** Oldest first. */
  async historyOf({ userId, email }: RequestOf<typeof readInviteHistory>): Promise<AuditEntry[]> {
    const ids = await this.store.idsOf(userId, email, LATEST_INVITES);
    const streams = await Promise.all(ids.reverse().map((id) => this.stream.history(id)));
    return streams.flatMap(inviteHistory);
  }

  /** Gives invites of an older release their events. */
  async importOlder(): Promise<void> {
    for (const {
      _id,
      token,
      role,
      email,
      createdAt,
      expiresAt,
      usedAt,
      usedBy,
    } of await this.store.listOfOlderReleases()) {
      // Unused, it is worth nothing after this start.
      if (_id === FIRST && usedAt === null) await this.store.remove(_id);
      else {
        if (token !== undefined) await this.tokens.add(_id, token);
        const invite = { email, role: canonicalRole(role), createdAt, expiresAt, usedAt, usedBy };
        await this.store.project(await this.stream.import(_id, invite));
      }
    }
  }

  private termsOf(email: string | null, role: AssignableRole, days: number): InviteTerms {
    const now = this.clock.now();
    return { email, role, createdAt: now.toISOString(), expiresAt: expiryAfter(days, now) };
  }

  private newToken(): string {
    return this.ids.bytes(TOKEN_BYTES).toString('base64url');
  }
}

function newestFirst(a: InviteRow, b: InviteRow): number {
  const [left, right] = [[a.createdAt, a._id].join(' '), [b.createdAt, b._id].join(' ')];
  return left < right ? 1 : -1;
}

function toView(row: InviteRow, token: string): InviteView {
  const { _id, email, role, createdAt, expiresAt, usedAt, confirmation = null } = row;
  return { id: _id, email, role: canonicalRole(role), token, createdAt, expiresAt, usedAt, confirmation };
}
