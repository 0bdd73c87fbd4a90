import type { Model } from 'mongoose';
import { EmbeddedDatabase } from './driver/database.js';
import { PART } from './driver/selection.js';

/** The number and sum of documents that share these texts. */
export interface Sum<Path extends string> {
  readonly by: Readonly<Record<Path, string | null>>;
  readonly count: number;
  readonly hundredths: bigint;
}

export interface Summed<Path extends string, By extends string> {
  readonly by: readonly By[];
  /** The path of the amounts: texts of at most 16 digits, two of them decimals, none negative; null counts as zero. */
  readonly of: Path;
  /** A path with a text in each of the documents: they are summed in its order, unless the store has a better one. */
  readonly order: Path;
  /** For each read of a store that is not summing itself. */
  readonly maxTimeMs: number;
}

/** Documents whose sums hold up other work for some thousandths of a second. */
const READ_AT_ONCE = 1_000;

/** The sums of all documents that match, in slices that are to be added, and between which other work has its turn. */
export async function* sumsIn<Row extends { readonly _id: string }, By extends keyof Row & string>(
  model: Model<Row>,
  filter: Record<string, unknown>,
  summed: Summed<keyof Row & string, By>,
): AsyncGenerator<Sum<By>[]> {
  // A value of mongoose's type cannot be distinguished from a driver's database, hence `unknown`.
  const database: unknown = model.db.db;
  const { by, of } = summed;
  const slices =
    database instanceof EmbeddedDatabase
      ? database.collection(model.collection.collectionName).sums(filter, by, of)
      : undefined;
  if (!slices) return yield* sumsOfDocuments(model, filter, summed);
  for await (const slice of slices)
    yield slice.map((row) => ({
      by: Object.fromEntries(by.map((path, at) => [path, row[`key${at}`]])) as Sum<By>['by'],
      count: Number(row.count),
      hundredths: BigInt(row.high as number) * BigInt(PART) + BigInt(row.low as number),
    }));
}

async function* sumsOfDocuments<Row extends { readonly _id: string }, By extends keyof Row & string>(
  model: Model<Row>,
  filter: Record<string, unknown>,
  { by, of, order, maxTimeMs }: Summed<keyof Row & string, By>,
): AsyncGenerator<Sum<By>[]> {
  type Texts = Readonly<Record<string, string | null>>;
  let last: Texts | undefined;
  do {
    const after = last && {
      $or: [{ [order]: { $lt: last[order] } }, { [order]: last[order], _id: { $lt: last._id } }],
    };
    const rows: Texts[] = await model
      .find({ $and: [filter, after ?? {}] } as never, [...by, of, order])
      .sort({ [order]: -1, _id: -1 } as never)
      .limit(READ_AT_ONCE)
      .maxTimeMS(maxTimeMs)
      .lean<Texts[]>();
    yield rows.map((row) => ({
      by: Object.fromEntries(by.map((path) => [path, row[path] ?? null])) as Sum<By>['by'],
      count: 1,
      hundredths: BigInt(row[of]?.replace('.', '') ?? 0),
    }));
    last = rows.length < READ_AT_ONCE ? undefined : rows.at(-1);
  } while (last);
}
