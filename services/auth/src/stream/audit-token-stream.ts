import { tokenEventSchemas, tokenEventVersions, type MessageContext, type TokenEvent } from '@outlay/contracts';
import {
  CommandHandler,
  readHistory,
  type LoadedStream,
  type StoredEvent,
  type StreamType,
} from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { IdSource } from '@outlay/ids';
import type { Clock } from '@outlay/time';
import {
  decideAuditToken,
  evolveAuditToken,
  type AuditTokenCommand,
  type AuditTokenState,
} from '../domain/audit-token.js';

export type LoadedAuditToken = LoadedStream<AuditTokenState>;

export const AUDIT_TOKEN: StreamType<AuditTokenState, AuditTokenCommand, TokenEvent> = {
  noun: 'token',
  prefix: 'token-',
  versions: tokenEventVersions,
  schemas: tokenEventSchemas,
  initial: null,
  decide: decideAuditToken,
  evolve: evolveAuditToken,
};

export class AuditTokenStream {
  private readonly handler: CommandHandler<AuditTokenState, AuditTokenCommand, TokenEvent>;

  constructor(
    private readonly events: EventStore,
    clock: Clock,
    ids: IdSource,
  ) {
    this.handler = new CommandHandler(AUDIT_TOKEN, events, clock, ids);
  }

  load(id: string): Promise<LoadedAuditToken> {
    return this.handler.load(id);
  }

  /** Oldest first. */
  history(id: string): Promise<StoredEvent<TokenEvent>[]> {
    return readHistory(AUDIT_TOKEN, this.events, id);
  }

  execute(id: string, command: AuditTokenCommand, context: MessageContext): Promise<LoadedAuditToken> {
    return this.handler.handle(id, context, () => command);
  }
}
