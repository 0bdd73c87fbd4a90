import type { Connection, Schema } from 'mongoose';
import { EmbeddedDatabase } from './driver/database.js';
import { INCLUDED, SUBSTRINGS } from './driver/collection-definition.js';
import { termsIn, termsOf } from './substrings.js';

export interface SearchedPaths<Path extends string> {
  readonly paths: readonly Path[];
  /** The path that limits most searches, such as the user. */
  readonly within: string;
  /** Texts that lists return: a query for these alone is fastest. */
  readonly included?: readonly string[];
}

/**
 * Finds documents by any part of a text, character by character; upper and lower case differ. An index narrows the
 * search to candidates, and the filter tests each of them, so that the result is that of a scan.
 */
export interface TextSearch<Path extends string> {
  addTo(schema: Pick<Schema, 'path' | 'index'>): void;
  /** The fields to store beside the texts; it may be empty. */
  stored(document: Readonly<Record<Path, unknown>>): Record<string, unknown>;
  containing(path: Path, text: string): Record<string, unknown>;
}

export function textSearch<Path extends string>({ db }: Connection, searched: SearchedPaths<Path>): TextSearch<Path> {
  // A value of mongoose's type cannot be distinguished from a driver's database, hence `unknown`.
  const database: unknown = db;
  return database instanceof EmbeddedDatabase ? embedded(searched) : mongo(searched);
}

function embedded<Path extends string>({ paths, within, included = [] }: SearchedPaths<Path>): TextSearch<Path> {
  const key = Object.fromEntries([
    [within, 1],
    ...paths.map((path) => [path, SUBSTRINGS]),
    ...included.map((path) => [path, INCLUDED]),
  ]);
  return {
    addTo: (schema) => void schema.index(key),
    stored: () => ({}),
    containing: (path, text) => ({ [path]: { $regex: escaped(text) } }),
  };
}

const TERMS = 'terms';

function mongo<Path extends string>({ paths }: SearchedPaths<Path>): TextSearch<Path> {
  return {
    addTo: (schema) => {
      schema.path(TERMS, { type: [String], default: undefined });
      schema.index({ [TERMS]: 1 });
    },
    stored: (document) => ({ [TERMS]: [...termsOf(paths.map((path) => document[path]))] }),
    containing: (path, text) => {
      const { terms, isStart } = termsIn(text);
      const candidates = isStart ? { $regex: `^${escaped(text)}` } : { $all: terms };
      return { $and: [{ [TERMS]: candidates }, { [path]: { $regex: escaped(text) } }] };
    },
  };
}

/** A pattern for `$regex` that matches the text as it is. */
export const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
