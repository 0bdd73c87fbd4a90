import type { EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import { READ_MODELS, expenseModel } from '../read-models/expense.model.js';
import { paymentModel } from '../read-models/payment.model.js';
import { EXPENSE_PREFIX, PAYMENT_PREFIX } from '../stream/stream-types.js';
import { CheckpointStore } from './checkpoint.store.js';

const AT_ONCE = 100;

interface Projected {
  readonly _id: string;
  readonly revision: number;
}

/**
 * Describes an event that was projected or paid but is not in the event store, as after an older backup of it was
 * restored. Null if there is none among the newest `limit` payments and claims.
 */
export async function findMissingEvent(
  documents: Connection,
  events: EventStore,
  limit: number,
): Promise<string | null> {
  const last = await new CheckpointStore(documents, READ_MODELS).lastEvent();
  if (last) {
    const [event] = await events.readStream(last.stream, { from: last.revision, limit: 1 });
    if (event?.id !== last.id) return describe(last.stream, last.revision);
  }
  const newest = { limit, projection: { revision: 1 } };
  const payments = await paymentModel(documents).find({}, null, newest).sort({ startedAt: -1 }).lean<Projected[]>();
  const claims = await expenseModel(documents).find({}, null, newest).sort({ createdAt: -1 }).lean<Projected[]>();
  return (await firstMissing(events, PAYMENT_PREFIX, payments)) ?? firstMissing(events, EXPENSE_PREFIX, claims);
}

async function firstMissing(events: EventStore, prefix: string, rows: readonly Projected[]): Promise<string | null> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const group = rows.slice(from, from + AT_ONCE);
    const found = await Promise.all(
      group.map(({ _id, revision }) => events.readStream(prefix + _id, { from: revision, limit: 1 })),
    );
    const missing = group[found.findIndex((stored) => stored.length === 0)];
    if (missing) return describe(prefix + missing._id, missing.revision);
  }
  return null;
}

function describe(stream: string, revision: number): string {
  return `revision ${revision} of ${stream}`;
}
