/** The direction of an indexed path whose texts are searched for their parts. */
export const SUBSTRINGS = 'substrings';
/** The direction of a path that is stored beside an index of substrings, so that reading it needs no document. */
export const INCLUDED = 'included';

export type Direction = 1 | -1 | typeof SUBSTRINGS | typeof INCLUDED;

export interface IndexedPath {
  readonly path: string;
  readonly column: string;
  /** A missing value is stored as SQL NULL, which a sparse unique index ignores. */
  readonly sparse: boolean;
  /** False once a document had an array or object here; queries on the path then scan the documents. */
  scalar: boolean;
}

export interface IndexDefinition {
  readonly name: string;
  readonly key: readonly (readonly [path: string, direction: Direction])[];
  readonly unique: boolean;
  readonly sparse: boolean;
}

export interface CollectionDefinition {
  readonly id: number;
  readonly table: string;
  readonly paths: IndexedPath[];
  readonly indexes: IndexDefinition[];
  /** Texts that have a column are stored only there. */
  textsOnce?: boolean | undefined;
}
