import { checkpointIn, pageById } from '@outlay/documents';
import { ProjectionCheck } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import { ACCOUNTS_CHECKPOINT } from '../projections/account.projection.js';
import { toRow, userModel } from '../read-models/user.store.js';
import { ACCOUNT } from '../stream/account-stream.js';

/** The users against the events of their accounts. Reads the checkpoint first, so before the events. */
export async function userCheck(documents: Connection, events: Pick<EventStore, 'readStream'>) {
  const model = userModel(documents);
  const rows = {
    name: model.collection.collectionName,
    type: ACCOUNT,
    toRow,
    projected: await checkpointIn(documents, ACCOUNTS_CHECKPOINT).read(),
    page: (after: string, limit: number) => pageById(model, after, limit),
  };
  return new ProjectionCheck(rows, events);
}
