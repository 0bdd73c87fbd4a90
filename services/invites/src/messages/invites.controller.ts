import { Controller, Inject } from '@nestjs/common';
import {
  answerInvite,
  createFirstInvite,
  createInvite,
  listInvites,
  OutlayError,
  readInviteHistory,
  redeemInvite,
  requireReader,
  requireSuperAdmin,
  requireTrailReader,
  revokeInvite,
  SYSTEM_ACTOR_ID,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles, resourceIdFor } from '@outlay/messaging';
import type { IdSource } from '@outlay/time';
import { canonicalRole } from '@outlay/rules';
import { IDS } from '../ports.js';
import { Invites } from '../workflows/invites.js';

@Controller()
export class InvitesController {
  constructor(
    private readonly invites: Invites,
    @Inject(IDS) private readonly ids: IdSource,
  ) {}

  @Handles(createInvite)
  async create(request: RequestOf<typeof createInvite>, context: MessageContext) {
    const id = resourceIdFor(createInvite, requireSuperAdmin(context).id, context, this.ids);
    return { invite: await this.invites.create(id, request, context) };
  }

  @Handles(answerInvite)
  async answer({ inviteId, answer }: RequestOf<typeof answerInvite>, context: MessageContext) {
    requireSuperAdmin(context);
    return { invite: await this.invites.answer(inviteId, answer, context) };
  }

  @Handles(revokeInvite)
  async revoke({ inviteId }: RequestOf<typeof revokeInvite>, context: MessageContext) {
    requireSuperAdmin(context);
    return { invite: await this.invites.revoke(inviteId, context) };
  }

  /** Called by a starting system without users; a signed-in caller proves that there is one. */
  @Handles(createFirstInvite)
  async createFirst(_request: RequestOf<typeof createFirstInvite>, { actor }: MessageContext) {
    if (actor && actor.id !== SYSTEM_ACTOR_ID) {
      throw new OutlayError('FORBIDDEN', 'The first invite is made by the system itself.');
    }
    return { token: await this.invites.createFirst() };
  }

  @Handles(listInvites)
  async list({ limit, cursor, asOf }: RequestOf<typeof listInvites>, context: MessageContext) {
    const { role } = requireReader(context);
    const { invites, nextCursor } =
      asOf === undefined
        ? await this.invites.list(limit, cursor, context)
        : await this.invites.listAsOf(limit, cursor, asOf, context);
    // Only super admins see codes, because anybody who has one gets the role of its invite.
    const withCode = canonicalRole(role) === 'super_admin';
    return { invites: invites.map((invite) => (withCode ? invite : { ...invite, token: '' })), nextCursor };
  }

  @Handles(readInviteHistory)
  async history(request: RequestOf<typeof readInviteHistory>, context: MessageContext) {
    requireTrailReader(context);
    return { entries: await this.invites.historyOf(request) };
  }

  @Handles(redeemInvite)
  async redeem(request: RequestOf<typeof redeemInvite>, context: MessageContext) {
    return this.invites.redeem(request, context);
  }
}
