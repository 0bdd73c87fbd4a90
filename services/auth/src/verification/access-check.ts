import { checkpointIn, pageById } from '@outlay/documents';
import { ProjectionCheck } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import { ACCESS_CHECKPOINT } from '../projections/access.projection.js';
import { accessModel, toRow } from '../read-models/access-index.store.js';
import { ACCESS } from '../stream/access-stream.js';

/** The index of who accessed what against the streams. Reads the checkpoint first, so before the events. */
export async function accessCheck(documents: Connection, events: Pick<EventStore, 'readStream'>) {
  const model = accessModel(documents);
  const rows = {
    name: model.collection.collectionName,
    type: ACCESS,
    toRow: ({ id }: { readonly id: string }) => toRow(id),
    projected: await checkpointIn(documents, ACCESS_CHECKPOINT).read(),
    page: (after: string, limit: number) => pageById(model, after, limit),
  };
  return new ProjectionCheck(rows, events);
}
