import { Context } from 'mingo/core';
import { $and, $eq, $exists, $gt, $gte, $in, $lt, $lte, $ne, $or, $regex } from 'mingo/operators/query';
import { Query } from 'mingo/query';
import type { Options } from 'mingo/types';
import { serverError } from '../errors.js';
import type { Doc } from './document.js';

/** The operators that services use; mingo refuses any other by its name. */
const query = { $and, $eq, $exists, $gt, $gte, $in, $lt, $lte, $ne, $or, $regex };
/** Never runs JavaScript from a query. */
const OPTIONS = { scriptEnabled: false, context: Context.init({ query }) } satisfies Partial<Options>;

export type SortKeys = readonly (readonly [path: string, direction: 1 | -1])[];

/** Maps mingo's error for a malformed filter or update to MongoDB's BadValue (2). */
export function asBadValue<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && error.constructor.name === 'MingoError') throw serverError(2, error.message);
    throw error;
  }
}

export function matcher(filter: Doc): (document: Doc) => boolean {
  return asBadValue(() => {
    const query = new Query<Doc>(filter, OPTIONS);
    return (document) => query.test(document);
  });
}

export function project(documents: Doc[], projection: Doc | undefined): Doc[] {
  if (!projection || Object.keys(projection).length === 0) return documents;
  const paths = projectedPaths(projection);
  if (paths) return documents.map((document) => picked(document, paths));
  return asBadValue(() => new Query<Doc>({}, OPTIONS).find<Doc>(documents, projection).all());
}

/** Undefined unless the projection only lists paths. */
export function projectedPaths(projection: Doc): ReadonlySet<string> | undefined {
  const paths = Object.entries(projection);
  const isList = paths.length > 0 && paths.every(([path, value]) => value === 1 && !path.includes('.'));
  return isList ? new Set(['_id', ...paths.map(([path]) => path)]) : undefined;
}

/** The whole document without paths. */
export function picked(document: Doc, names: ReadonlySet<string> | undefined): Doc {
  if (names === undefined) return document;
  const found: Doc = {};
  for (const name of names) if (name in document) found[name] = document[name];
  return found;
}

export function sorted(documents: Doc[], sort: SortKeys): Doc[] {
  return asBadValue(() => new Query<Doc>({}, OPTIONS).find<Doc>(documents).sort(Object.fromEntries(sort)).all());
}
