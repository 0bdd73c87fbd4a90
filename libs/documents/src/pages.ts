import type { Model } from 'mongoose';

interface CreatedRow {
  readonly _id: string;
  readonly createdAt: string;
}

/** Rows in the order of their ids, after one of them. */
export async function pageById<Row extends { readonly _id: string }>(
  model: Model<Row>,
  after: string,
  limit: number,
): Promise<Row[]> {
  return model
    .find({ _id: { $gt: after } } as never)
    .sort({ _id: 1 })
    .limit(limit)
    .lean<Row[]>();
}

/**
 * Rows in the order of their creation, oldest first with 1, newest first with -1.
 * @param cursor the id of the last row of the page before; null for the first page
 * @returns null if there is no row with that id
 */
export async function pageByCreation<Row extends CreatedRow>(
  model: Model<Row>,
  order: 1 | -1,
  limit: number,
  cursor: string | null,
): Promise<{ rows: Row[]; nextCursor: string | null } | null> {
  const last = cursor === null ? null : await model.findById(cursor).lean<Row>();
  if (cursor !== null && !last) return null;
  const beyond = order === 1 ? '$gt' : '$lt';
  const rest = last && {
    $or: [{ createdAt: { [beyond]: last.createdAt } }, { createdAt: last.createdAt, _id: { [beyond]: last._id } }],
  };
  const found = await model
    .find((rest ?? {}) as never)
    .sort({ createdAt: order, _id: order })
    .limit(limit + 1)
    .lean<Row[]>();
  const rows = found.slice(0, limit);
  return { rows, nextCursor: found.length > limit ? (rows.at(-1)?._id ?? null) : null };
}
