import { checkpointIn } from '@outlay/documents';
import { fold, ProjectionCheck } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import { INVITES_CHECKPOINT } from '../projections/invite.projection.js';
import { INVITE } from '../stream/invite-stream.js';
import { toRow, inviteModel } from '../invite.store.js';

/** The invites against their events. Reads the checkpoint first, so before the events. */
export async function inviteCheck(
  documents: Connection,
  events: Pick<EventStore, 'readStream'>,
): Promise<ProjectionCheck> {
  const model = inviteModel(documents);
  const rows = {
    name: model.collection.collectionName,
    prefix: INVITE.prefix,
    projected: await checkpointIn(documents, INVITES_CHECKPOINT).read(),
    page: (after: string, limit: number) =>
      model
        .find({ _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(limit)
        .lean(),
    replay: (id: string, stored: Parameters<typeof fold>[1]) => toRow(id, fold(INVITE, stored), stored.length - 1),
  };
  return new ProjectionCheck(rows, events);
}
