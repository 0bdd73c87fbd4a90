import { Inject, Injectable } from '@nestjs/common';
import {
  INVITE_DAYS,
  OutlayError,
  OPERATOR_ACTOR_ID,
  requireActingAsker,
  requireActor,
  requirePast,
  type AuditEntry,
  type createInvite,
  type InviteEnd,
  type InviteView,
  type MessageContext,
  type PendingAnswer,
  type ReplyOf,
  type RequestOf,
  type listInvites,
  type readInviteHistory,
  type redeemInvite,
} from '@outlay/contracts';
import { keyReused } from '@outlay/messaging';
import { normaliseEmail, type AssignableRole } from '@outlay/rules';
import type { Clock, IdSource } from '@outlay/time';
import { InviteTokenStore } from '../credentials/invite-token.store.js';
import { inviteHistory } from '../domain/invite-history.js';
import { isUnconfirmed, type Invite, type InviteTerms } from '../domain/invite.js';
import { expiryAfter, parseInvitedEmail, unknownInvite } from '../domain/invite.rules.js';
import { CLOCK, IDS } from '../ports.js';
import { toRow, type InviteRow, InviteStore } from '../read-models/invite.store.js';
import { InviteStream } from '../stream/invite-stream.js';
import { FourEyes } from './four-eyes.js';
import { Grants } from './grants.js';

const TOKEN_BYTES = 32;
const LATEST_INVITES = 100;

/** An invite's stream decides; its code is found apart from it. */
@Injectable()
export class Invites {
  constructor(
    private readonly stream: InviteStream,
    private readonly store: InviteStore,
    private readonly tokens: InviteTokenStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdSource,
    @Inject(FourEyes) private readonly fourEyes: Pick<FourEyes, 'isAsked'>,
    @Inject(Grants) private readonly grants: Pick<Grants, 'check'>,
  ) {}

  /** A repeated request gets the same invite. */
  async create(
    id: string,
    { email, role, expiresInDays }: RequestOf<typeof createInvite>,
    context: MessageContext,
  ): Promise<InviteView> {
    const terms = this.termsOf(parseInvitedEmail(email), role, expiresInDays);
    // The code is stored before the event, after which the invite can be used.
    await this.tokens.add(id, this.newToken());
    const waits = await this.fourEyes.isAsked(role, context);
    const invite = await this.stream.execute(id, { type: 'Create', terms, waits }, context);
    await this.store.project(invite);
    const existing = invite.state ?? terms;
    const hasSameExpiry = existing.expiresAt === expiryAfter(expiresInDays, new Date(existing.createdAt));
    if (existing.email !== terms.email || existing.role !== role || !hasSameExpiry) throw keyReused();
    return this.view(id, invite.state, context);
  }

  async answer(id: string, answer: PendingAnswer, context: MessageContext): Promise<InviteView> {
    const { state } = await this.stream.load(id);
    if (state && answer === 'confirm') {
      const [maker] = await this.grants.check([state], context);
      requireActingAsker(maker?.isBacked === true);
    }
    const waits = state !== null && (await this.needsConfirmation(state, context));
    const by = requireActor(context).id;
    const invite = await this.stream.execute(id, { type: 'Answer', answer, by, waits }, context);
    await this.store.project(invite);
    return this.view(id, invite.state, context);
  }

  async revoke(id: string, context: MessageContext): Promise<InviteView> {
    const invite = await this.stream.execute(id, { type: 'Revoke' }, context);
    await this.store.project(invite);
    return this.view(id, invite.state, context);
  }

  /** The first invite has no events before it is redeemed, since each start without users replaces it. */
  async createFirst(): Promise<string> {
    const token = this.newToken();
    await this.tokens.replaceFirst(this.ids.uuid(), token, this.termsOf(null, 'super_admin', INVITE_DAYS.default));
    return token;
  }

  async list(limit: number, cursor: string | null, context: MessageContext): Promise<ReplyOf<typeof listInvites>> {
    const { rows, nextCursor } = await this.store.list(limit, cursor);
    return { invites: await this.views(rows, context), nextCursor };
  }

  /** @throws INVALID_INPUT if the instant is in the future */
  async listAsOf(
    limit: number,
    cursor: string | null,
    asOf: string,
    context: MessageContext,
  ): Promise<ReplyOf<typeof listInvites>> {
    requirePast(asOf, this.clock.now());
    const past = await this.stream.allUntil(asOf);
    const rows = past.flatMap((invite) => toRow(invite) ?? []).sort(newestFirst);
    const start = cursor === null ? 0 : rows.findIndex(({ _id }) => _id === cursor) + 1;
    if (cursor !== null && start === 0) throw new OutlayError('INVALID_INPUT', 'The cursor is not valid.');
    const page = rows.slice(start, start + limit);
    const nextCursor = rows.length > start + limit ? (page.at(-1)?._id ?? null) : null;
    return { invites: await this.views(page, context, asOf), nextCursor };
  }

  async redeem(
    { token, email: rawEmail, usersExist }: RequestOf<typeof redeemInvite>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof redeemInvite>> {
    const row = await this.tokens.find(token);
    const { state } = row ? await this.stream.load(row.inviteId) : { state: null };
    const terms = state ?? row?.terms;
    if (!row || !terms) throw unknownInvite();
    const { role } = terms;
    const [maker] = state ? await this.grants.check([state], context) : [{ isBacked: true }];
    const by = {
      email: normaliseEmail(rawEmail),
      now: this.clock.now(),
      usersExist,
      isBacked: maker?.isBacked === true,
      needsConfirmation: state !== null && (await this.needsConfirmation(state, context)),
    };
    // The actor is nobody yet: the account follows.
    const actor = { id: 'invited', email: by.email, name: by.email, role, reimbursementCurrency: 'EUR' as const };
    const command = { type: 'Redeem', by, first: row.terms ?? null } as const;
    const redeemed = await this.stream.execute(row.inviteId, command, { ...context, actor });
    await this.store.project(redeemed);
    const { createdBy = null, isConfirmed = false } = redeemed.state ?? {};
    return { role, inviteId: row.inviteId, grant: { madeById: createdBy, madeAt: terms.createdAt, isConfirmed } };
  }

  /** The events, oldest first. */
  async historyOf({ userId, email }: RequestOf<typeof readInviteHistory>): Promise<AuditEntry[]> {
    const ids = await this.store.idsOf(userId, email, LATEST_INVITES);
    const streams = await Promise.all(ids.reverse().map((id) => this.stream.history(id)));
    return streams.flatMap(inviteHistory);
  }

  /** An invite by the only super admin waits as soon as there is a second one. The operator's never waits. */
  private async needsConfirmation(invite: Invite, context: MessageContext): Promise<boolean> {
    if (invite.createdBy === OPERATOR_ACTOR_ID || !isUnconfirmed(invite)) return false;
    return this.fourEyes.isAsked(invite.role, context);
  }

  private async view(id: string, state: Invite | null, context: MessageContext): Promise<InviteView> {
    const row = toRow({ id, state, revision: 0 });
    const [view] = row ? await this.views([row], context) : [];
    if (!view) throw unknownInvite();
    return view;
  }

  /** @param asOf an ISO instant; now without one */
  private async views(rows: readonly InviteRow[], context: MessageContext, asOf?: string): Promise<InviteView[]> {
    const tokens = await this.tokens.of(rows.map(({ _id }) => _id));
    const makers = await this.grants.check(rows, context, asOf);
    const views: InviteView[] = [];
    for (const [index, row] of rows.entries()) {
      const { _id, email, role, createdAt, expiresAt, usedAt, createdBy, confirmation } = row;
      const { isBacked = true, makerEmail = null } = makers[index] ?? {};
      const ended = endOf(row, isBacked, makerEmail ?? '');
      const isOpen = ended === null && usedAt === null && asOf === undefined && role === 'super_admin';
      const waits = isOpen && confirmation === null && (await this.waits(row, context));
      const waiting = {
        status: 'waiting',
        requestedById: createdBy ?? '',
        requestedByEmail: makerEmail ?? '',
      } as const;
      views.push({
        id: _id,
        email,
        role,
        token: tokens.get(_id) ?? '',
        createdAt,
        expiresAt,
        usedAt,
        // An invite that has ended no longer waits.
        confirmation: waits ? { ...waiting, requestedAt: createdAt } : ended === null ? confirmation : null,
        ended,
      });
    }
    return views;
  }

  private async waits({ _id, expiresAt }: InviteRow, context: MessageContext): Promise<boolean> {
    if (expiresAt <= this.clock.now().toISOString()) return false;
    const { state } = await this.stream.load(_id);
    return state !== null && (await this.needsConfirmation(state, context));
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

/** Null also for one that has been used, refused or withdrawn, which nobody can end any more. */
function endOf({ usedAt, revokedBy, confirmation }: InviteRow, isBacked: boolean, maker: string): InviteEnd | null {
  if (revokedBy !== undefined) return { status: 'revoked', byEmail: revokedBy };
  const isOver = usedAt !== null || (confirmation && confirmation.status !== 'waiting');
  return isOver || isBacked ? null : { status: 'maker_gone', byEmail: maker };
}
