import { Inject, Injectable, Logger } from '@nestjs/common';
import { checkpointIn, isUnavailable } from '@outlay/documents';
import { StreamFollower } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import { DOCUMENTS, EVENT_STORE } from '../ports.js';
import { AuditTokenStore } from '../read-models/audit-token.store.js';
import { AUDIT_TOKEN, AuditTokenStream } from '../stream/audit-token-stream.js';

export const AUDIT_TOKENS_CHECKPOINT = 'audit-tokens';

@Injectable()
export class AuditTokenProjection extends StreamFollower {
  constructor(
    @Inject(DOCUMENTS) documents: Connection,
    @Inject(EVENT_STORE) events: Pick<EventStore, 'subscribe'>,
    stream: AuditTokenStream,
    tokens: AuditTokenStore,
  ) {
    const logger = new Logger('AuditTokens');
    super(events, {
      prefix: AUDIT_TOKEN.prefix,
      checkpoint: checkpointIn(documents, AUDIT_TOKENS_CHECKPOINT),
      project: async (id) => tokens.project(await stream.load(id)),
      isUnavailable,
      warn: (message) => logger.error(message),
    });
  }
}
