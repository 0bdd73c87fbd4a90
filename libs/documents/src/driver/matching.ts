import { aggregate as runPipeline, Query } from 'mingo';
import { Context } from 'mingo/core';
import * as queryOperators from 'mingo/operators/query';
import { Query as ContextualQuery } from 'mingo/query';
import type { Options } from 'mingo/types';
import { serverError } from '../errors.js';
import { isPlainObject, type Doc } from './document.js';

/** Never runs JavaScript from a query. */
const OPTIONS = { scriptEnabled: false } satisfies Partial<Options>;
const QUERY_OPTIONS = { ...OPTIONS, context: Context.init({ query: { ...queryOperators } }) };

export type SortKeys = readonly (readonly [path: string, direction: 1 | -1])[];

/** Maps mingo's error for a malformed filter, update or pipeline to MongoDB's BadValue (2). */
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
    // Each query copies its operator tables; the large one of expressions is needed only for $expr.
    const query = usesExpressions(filter)
      ? new Query<Doc>(filter, OPTIONS)
      : new ContextualQuery<Doc>(filter, QUERY_OPTIONS);
    return (document) => query.test(document);
  });
}

function usesExpressions(filter: Doc): boolean {
  return Object.entries(filter).some(
    ([name, value]) =>
      name === '$expr' || (Array.isArray(value) && value.some((part) => isPlainObject(part) && usesExpressions(part))),
  );
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

function picked(document: Doc, names: ReadonlySet<string>): Doc {
  const found: Doc = {};
  for (const name of names) if (name in document) found[name] = document[name];
  return found;
}

export function sorted(documents: Doc[], sort: SortKeys): Doc[] {
  return asBadValue(() => new Query<Doc>({}, OPTIONS).find<Doc>(documents).sort(Object.fromEntries(sort)).all());
}

export function aggregate(documents: Doc[], pipeline: Doc[], readCollection: (name: string) => Doc[]): Doc[] {
  return asBadValue(() => runPipeline(documents, pipeline, { ...OPTIONS, collectionResolver: readCollection }));
}
