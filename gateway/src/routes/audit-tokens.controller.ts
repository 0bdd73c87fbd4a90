import { Controller } from '@nestjs/common';
import {
  createAuditToken,
  createAuditTokenRoute,
  listAuditTokens,
  listAuditTokensRoute,
  revokeAuditToken,
  revokeAuditTokenRoute,
  toAuditTokenJson,
  toSnakeCase,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { Input, type Call } from '../requests/call.js';
import { streamPages } from './page-stream.js';
import { Route } from './route.decorator.js';

const PAGE = 100;

@Controller()
export class AuditTokensController {
  constructor(private readonly messages: MessageClient) {}

  @Route(createAuditTokenRoute)
  async create(@Input() { body, context }: Call<typeof createAuditTokenRoute>) {
    const request = { name: body.name, expiresInDays: body.expires_in_days ?? null };
    const { secret, auditToken } = await this.messages.call(createAuditToken, request, context);
    return { ...toAuditTokenJson(auditToken), token: secret };
  }

  @Route(listAuditTokensRoute)
  list(@Input() { context }: Call<typeof listAuditTokensRoute>) {
    return streamPages(async (cursor) => {
      const page = await this.messages.call(listAuditTokens, { limit: PAGE, cursor }, context);
      return { items: page.auditTokens, nextCursor: page.nextCursor };
    }, toAuditTokenJson);
  }

  @Route(revokeAuditTokenRoute)
  async revoke(@Input() { params, context }: Call<typeof revokeAuditTokenRoute>) {
    const { auditToken } = await this.messages.call(revokeAuditToken, { tokenId: params.id }, context);
    return toSnakeCase({ message: 'Token revoked', auditToken: toAuditTokenJson(auditToken) });
  }
}
