import { Inject, Injectable } from '@nestjs/common';
import { tokenEventSchemas, type MessageContext, type TokenEvent } from '@outlay/contracts';
import { CommandHandler, type LoadedStream, type StreamType } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Clock, IdSource } from '@outlay/time';
import {
  allowsAuditToken,
  decideAuditToken,
  evolveAuditToken,
  type AuditTokenCommand,
  type AuditTokenState,
} from '../domain/audit-token.js';
import { CLOCK, EVENT_STORE, IDS } from '../ports.js';

export type LoadedAuditToken = LoadedStream<AuditTokenState>;

export const AUDIT_TOKEN: StreamType<AuditTokenState, AuditTokenCommand, TokenEvent> = {
  noun: 'token',
  prefix: 'token-',
  schemas: tokenEventSchemas,
  initial: null,
  decide: decideAuditToken,
  evolve: evolveAuditToken,
  allows: allowsAuditToken,
};

@Injectable()
export class AuditTokenStream extends CommandHandler<AuditTokenState, AuditTokenCommand, TokenEvent> {
  constructor(@Inject(EVENT_STORE) events: EventStore, @Inject(CLOCK) clock: Clock, @Inject(IDS) ids: IdSource) {
    super(AUDIT_TOKEN, events, clock, ids);
  }

  execute(id: string, command: AuditTokenCommand, context: MessageContext): Promise<LoadedAuditToken> {
    return this.handle(id, context, () => command);
  }
}
