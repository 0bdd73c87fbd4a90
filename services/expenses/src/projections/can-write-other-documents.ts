import type { Model } from 'mongoose';

/**
 * Whether the store accepts a write of a different document: it writes one again unchanged. False without another
 * document.
 */
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
