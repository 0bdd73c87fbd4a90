import type { Model } from 'mongoose';

/** Whether the store accepts a write of another document, by writing one again. False without another one. */
export async function canWriteOtherDocuments<Row extends { readonly _id: string; readonly revision: number }>(
  rows: Model<Row>,
  id: string,
): Promise<boolean> {
  const other = await rows.collection.findOne({ _id: { $ne: id as never } });
  if (!other) return false;
  return rows.collection.replaceOne({ _id: other._id, revision: other.revision as never }, other).then(
    () => true,
    () => false,
  );
}
