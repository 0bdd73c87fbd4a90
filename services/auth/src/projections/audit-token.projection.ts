import { Logger } from '@nestjs/common';
import { checkpointIn, isUnavailable } from '@outlay/documents';
import { StreamFollower } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import type { AuditTokenStore } from '../audit-token.store.js';
import { AUDIT_TOKEN, type AuditTokenStream } from '../stream/audit-token-stream.js';

export const AUDIT_TOKENS_CHECKPOINT = 'audit-tokens';

export function auditTokenProjection(
  documents: Connection,
  events: Pick<EventStore, 'subscribe'>,
  stream: AuditTokenStream,
  tokens: AuditTokenStore,
): StreamFollower {
  const logger = new Logger('AuditTokens');
  return new StreamFollower(events, {
    prefix: AUDIT_TOKEN.prefix,
    checkpoint: checkpointIn(documents, AUDIT_TOKENS_CHECKPOINT),
    project: async (id) => tokens.project(await stream.load(id)),
    isUnavailable,
    warn: (message) => logger.error(message),
  });
}
