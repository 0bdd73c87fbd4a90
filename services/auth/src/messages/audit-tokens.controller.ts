import { Controller } from '@nestjs/common';
import {
  checkAuditToken,
  createAuditToken,
  listAuditTokens,
  requireSuperAdmin,
  requireTrailReader,
  revokeAuditToken,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { AuditTokens } from '../workflows/audit-tokens.js';

@Controller()
export class AuditTokensController {
  constructor(private readonly tokens: AuditTokens) {}

  @Handles(createAuditToken)
  async create(request: RequestOf<typeof createAuditToken>, context: MessageContext) {
    requireSuperAdmin(context);
    return this.tokens.create(request, context);
  }

  @Handles(listAuditTokens)
  async list({ limit, cursor }: RequestOf<typeof listAuditTokens>, context: MessageContext) {
    requireTrailReader(context);
    return this.tokens.list(limit, cursor);
  }

  @Handles(revokeAuditToken)
  async revoke({ tokenId }: RequestOf<typeof revokeAuditToken>, context: MessageContext) {
    requireSuperAdmin(context);
    return { auditToken: await this.tokens.revoke(tokenId, context) };
  }

  @Handles(checkAuditToken)
  async check({ secretHash }: RequestOf<typeof checkAuditToken>, context: MessageContext) {
    return { actor: await this.tokens.use(secretHash, context) };
  }
}
