import { checkpointIn, pageById } from '@outlay/documents';
import { ProjectionCheck } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import { INVITES_CHECKPOINT } from '../projections/invite.projection.js';
import { inviteModel, toRow } from '../read-models/invite.store.js';
import { INVITE } from '../stream/invite-stream.js';

/** The invites against their events. Reads the checkpoint first, so before the events. */
export async function inviteCheck(documents: Connection, events: Pick<EventStore, 'readStream'>) {
  const model = inviteModel(documents);
  const rows = {
    name: model.collection.collectionName,
    type: INVITE,
    toRow,
    projected: await checkpointIn(documents, INVITES_CHECKPOINT).read(),
    page: (after: string, limit: number) => pageById(model, after, limit),
  };
  return new ProjectionCheck(rows, events);
}
