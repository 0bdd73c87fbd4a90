import { Injectable } from '@nestjs/common';
import { AUDIT_TOKEN_PREFIX, checkAuditToken, type Actor } from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { createHash } from 'node:crypto';

const BEARER = new RegExp(`^bearer +(${AUDIT_TOKEN_PREFIX}\\S*)$`, 'i');

/** Looked up on every call, so that revoking one takes effect at once. */
@Injectable()
export class AuditTokens {
  constructor(private readonly messages: MessageClient) {}

  /** Null if the header has no such token. @throws UNAUTHENTICATED if it is unknown, expired or revoked */
  async load(authorization: string | undefined, correlationId: string): Promise<Actor | null> {
    const [, token] = BEARER.exec(authorization ?? '') ?? [];
    if (token === undefined) return null;
    // The token itself does not leave the gateway.
    const secretHash = createHash('sha256').update(token).digest('hex');
    return (await this.messages.call(checkAuditToken, { secretHash }, { actor: null, correlationId })).actor;
  }
}
