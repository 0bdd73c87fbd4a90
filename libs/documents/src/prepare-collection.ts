import type { Model } from 'mongoose';

/**
 * Creates the collection and its indexes unless they exist. `Model.init()` would cache a failure, so that every later
 * attempt of a service to start failed as well.
 * @throws DocumentsUnavailable if the store cannot be reached
 */
export async function prepareCollection(
  model: Pick<Model<unknown>, 'createCollection' | 'createIndexes'>,
): Promise<void> {
  await model.createCollection();
  await model.createIndexes();
}
