import { checkpointIn, pageById } from '@outlay/documents';
import { ProjectionCheck } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import { AUDIT_TOKENS_CHECKPOINT } from '../projections/audit-token.projection.js';
import { auditTokenModel, toRow } from '../read-models/audit-token.store.js';
import { AUDIT_TOKEN } from '../stream/audit-token-stream.js';

/** The tokens against their events. Reads the checkpoint first, so before the events. */
export async function auditTokenCheck(documents: Connection, events: Pick<EventStore, 'readStream'>) {
  const model = auditTokenModel(documents);
  const rows = {
    name: model.collection.collectionName,
    type: AUDIT_TOKEN,
    toRow,
    projected: await checkpointIn(documents, AUDIT_TOKENS_CHECKPOINT).read(),
    page: (after: string, limit: number) => pageById(model, after, limit),
  };
  return new ProjectionCheck(rows, events);
}
