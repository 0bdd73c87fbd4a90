import type { Model } from 'mongoose';
import { requireDefined } from './refuse-undefined.js';

export interface FindOptions {
  readonly sort?: Readonly<Record<string, 1 | -1>>;
  readonly limit?: number;
  readonly maxTimeMS?: number;
}

/**
 * Finds documents as they are stored, by the driver: to build and cast a query of mongoose takes longer than a short read.
 * The filter has the types that are stored. @throws TypeError if a part of it is undefined
 */
export async function findStored<Row, Path extends keyof Row & string>(
  { collection }: Model<Row>,
  filter: Readonly<Record<string, unknown>>,
  paths: readonly Path[],
  options: FindOptions = {},
): Promise<Pick<Row, Path | (keyof Row & '_id')>[]> {
  requireDefined(filter);
  const projection = Object.fromEntries(paths.map((path) => [path, 1]));
  return collection.find(filter as never, { ...options, projection }).toArray() as never;
}
