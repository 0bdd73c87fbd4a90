import type { Connection } from 'mongoose';
import { READ_MODELS } from '../read-models/expense.model.js';
import { CheckpointStore } from './checkpoint.store.js';

/** False if the read models are about to be made from all events. */
export async function isFilled(documents: Connection): Promise<boolean> {
  return (await new CheckpointStore(documents, READ_MODELS).load()) !== null;
}
