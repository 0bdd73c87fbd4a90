import { checkpointIn } from '@outlay/documents';
import { fold, ProjectionCheck } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import { ACCOUNTS_CHECKPOINT } from '../projections/account.projection.js';
import { ACCOUNT } from '../stream/account-stream.js';
import { toRow, userModel } from '../user.store.js';

/** The users against the events of their accounts. Reads the checkpoint first, so before the events. */
export async function userCheck(
  documents: Connection,
  events: Pick<EventStore, 'readStream'>,
): Promise<ProjectionCheck> {
  const model = userModel(documents);
  const rows = {
    name: model.collection.collectionName,
    prefix: ACCOUNT.prefix,
    projected: await checkpointIn(documents, ACCOUNTS_CHECKPOINT).read(),
    page: (after: string, limit: number) =>
      model
        .find({ _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(limit)
        .lean(),
    replay: (id: string, stored: Parameters<typeof fold>[1]) => toRow(id, fold(ACCOUNT, stored), stored.length - 1),
  };
  return new ProjectionCheck(rows, events);
}
