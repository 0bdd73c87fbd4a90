import { Controller, Res } from '@nestjs/common';
import {
  answerInvite,
  answerInviteRoute,
  createInvite,
  createInviteRoute,
  listInvites,
  listInvitesRoute,
  revokeInvite,
  revokeInviteRoute,
  toInviteJson,
  toSnakeCase,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import type { FastifyReply } from 'fastify';
import { Input, type Call } from '../requests/call.js';
import { ANSWERED } from './pending-answers.js';
import { streamPages } from './page-stream.js';
import { Route } from './route.decorator.js';

const PAGE = 500;

@Controller()
export class InvitesController {
  constructor(private readonly messages: MessageClient) {}

  @Route(createInviteRoute)
  async create(
    @Input() { body, context }: Call<typeof createInviteRoute>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { invite } = await this.messages.call(
      createInvite,
      { email: body.email, role: body.role, expiresInDays: body.expires_in_days },
      context,
    );
    const { email, role, token, expires_at: expiresAt, confirmation } = toInviteJson(invite);
    if (confirmation) void reply.status(202);
    return toSnakeCase({ email, role, token, expiresAt, ...(confirmation && { confirmation }) });
  }

  @Route(answerInviteRoute)
  async answer(@Input() { params, body, context }: Call<typeof answerInviteRoute>) {
    const { invite } = await this.messages.call(answerInvite, { inviteId: params.id, answer: body.answer }, context);
    return { message: ANSWERED[body.answer], invite: toInviteJson(invite) };
  }

  @Route(revokeInviteRoute)
  async revoke(@Input() { params, context }: Call<typeof revokeInviteRoute>) {
    const { invite } = await this.messages.call(revokeInvite, { inviteId: params.id }, context);
    return { message: 'Invite revoked', invite: toInviteJson(invite) };
  }

  @Route(listInvitesRoute)
  list(@Input() { query, context }: Call<typeof listInvitesRoute>) {
    return streamPages(async (cursor) => {
      const { invites, nextCursor } = await this.messages.call(
        listInvites,
        { limit: PAGE, cursor, asOf: query.as_of },
        context,
      );
      return { items: invites, nextCursor };
    }, toInviteJson);
  }
}
