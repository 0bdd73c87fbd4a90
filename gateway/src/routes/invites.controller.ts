import { Controller } from '@nestjs/common';
import { createInvite, createInviteRoute, listInvites, listInvitesRoute, toInviteJson } from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { Input, type Call } from '../requests/call.js';
import { streamPages } from './page-stream.js';
import { Route } from './route.decorator.js';

const PAGE = 500;

@Controller()
export class InvitesController {
  constructor(private readonly messages: MessageClient) {}

  @Route(createInviteRoute)
  async create(@Input() { body, context }: Call<typeof createInviteRoute>) {
    const { invite } = await this.messages.call(
      createInvite,
      { email: body.email, role: body.role, expiresInDays: body.expires_in_days },
      context,
    );
    const { email, role, token, expires_at } = toInviteJson(invite);
    return { email, role, token, expires_at };
  }

  @Route(listInvitesRoute)
  list(@Input() { context }: Call<typeof listInvitesRoute>) {
    return streamPages(async (cursor) => {
      const { invites, nextCursor } = await this.messages.call(listInvites, { limit: PAGE, cursor }, context);
      return { items: invites, nextCursor };
    }, toInviteJson);
  }
}
