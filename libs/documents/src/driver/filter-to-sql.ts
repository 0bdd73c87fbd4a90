import type { TextChoice } from './substring-index.js';
import type { CollectionDefinition, IndexedPath } from './collection-definition.js';
import { isOperatorObject, isPlainObject, type Doc } from './document.js';
import { indexKey, NULL_KEY, type IndexKey } from './index-key.js';
import {
  comparison,
  exactly,
  EVERYTHING,
  hull,
  intersection,
  isPoint,
  rangeToSql,
  type KeyRange,
} from './key-range.js';

/** If not exact, every row must still be tested against the whole filter. */
export interface SqlFilter extends SqlTerm {
  readonly exact: boolean;
  readonly fixed: ReadonlyMap<string, IndexKey>;
  readonly ranges: readonly (SqlTerm & { readonly column: string })[];
  /** Each row has one text of each of these. */
  readonly choices: readonly TextChoice[];
  /** The conditions that an index does not ensure. */
  readonly tested: SqlTerm;
  readonly list?: KeyList & { readonly remainder: SqlTerm };
}

interface SqlTerm {
  readonly where: string;
  readonly parameters: IndexKey[];
}

interface KeyList {
  readonly column: string;
  readonly keys: IndexKey[];
}

const ID_PATH: IndexedPath = { path: '_id', column: 'id', sparse: false, scalar: true };
/** SQLite allows 32,766 parameters per statement; longer lists are tested row by row. */
const MAX_LIST_LENGTH = 16_384;
/** A larger number of texts is soon found in the order of the list. */
const MAX_WHOLE_TEXTS = 256;

export function columnFor(definition: CollectionDefinition, path: string): IndexedPath | undefined {
  if (path === '_id') return ID_PATH;
  return definition.paths.find((indexed) => indexed.path === path && indexed.scalar);
}

/** An index scan over these columns, which may also read rows that do not match. */
interface Scan {
  readonly columns: ReadonlySet<string>;
  readonly orElse: string;
}

export function filterToSql(definition: CollectionDefinition, filter: Doc, scan?: Scan): SqlFilter {
  const conditions = new Conjunction(definition);
  conditions.addFilter(filter);
  return conditions.toSql(undefined, scan);
}

class Conjunction {
  readonly ranges = new Map<string, KeyRange>();
  readonly #terms: (SqlTerm & { list?: KeyList; choice?: TextChoice })[] = [];
  exact = true;

  constructor(private readonly definition: CollectionDefinition) {}

  addFilter(filter: Doc): void {
    for (const [name, condition] of Object.entries(filter)) {
      if (name === '$and') this.#addAll(condition);
      else if (name === '$or') this.#addAny(condition);
      else if (name.startsWith('$')) this.exact = false;
      else this.#addPath(name, condition);
    }
  }

  toSql(plain = (column: string) => column, scan?: Scan): SqlFilter {
    const isTested = (column: string) => scan !== undefined && !scan.columns.has(column);
    const ranges = [...this.ranges].map(([column, range]) => ({ column, ...rangeToSql(plain(column), range) }));
    const ofIndex = ranges.filter(({ column }) => !isTested(column));
    const terms = [...ranges.filter(({ column }) => isTested(column)), ...this.#terms];
    const tested = conjunction(terms);
    const lists = this.#terms.filter(({ list }) => list !== undefined);
    const list = lists.length === 1 ? lists[0]?.list : undefined;
    const remainder = conjunction(terms.filter((term) => !('list' in term)));
    const orElse = (term: SqlTerm) => (scan && term.where !== '' ? [alternatively(term, scan.orElse)] : [term]);
    return {
      ...conjunction([...ofIndex, ...orElse(tested)]),
      exact: this.exact,
      ranges,
      fixed: new Map(
        [...this.ranges].filter(([, range]) => isPoint(range)).map(([column, { lower }]) => [column, lower.key]),
      ),
      choices: this.#terms.flatMap(({ choice }) => (choice ? [choice] : [])),
      tested,
      list: list && { ...list, remainder: conjunction([...ofIndex, ...orElse(remainder)]) },
    };
  }

  #addAll(filters: unknown): void {
    if (Array.isArray(filters) && filters.every(isPlainObject)) filters.forEach((filter) => this.addFilter(filter));
    else this.exact = false;
  }

  // A page after a cursor, `{ $or: [{ at: { $lt } }, { at, _id: { $lt } }] }`, seeks in one range around all of them.
  // A unary plus in the alternatives keeps SQLite from looking up each of them and sorting afterwards.
  #addAny(filters: unknown): void {
    if (!Array.isArray(filters) || filters.length === 0 || !filters.every(isPlainObject)) {
      this.exact = false;
      return;
    }
    const branches = filters.map((filter) => {
      const branch = new Conjunction(this.definition);
      branch.addFilter(filter);
      return branch;
    });
    this.exact &&= branches.every(({ exact }) => exact);
    if (branches.some((branch) => branch.isUnbounded())) return;
    const common = [...(branches[0]?.ranges.keys() ?? [])].filter((column) =>
      branches.every(({ ranges }) => ranges.has(column)),
    );
    for (const column of common) {
      this.#addRange(column, branches.map(({ ranges }) => ranges.get(column) ?? EVERYTHING).reduce(hull));
    }
    const alternatives = branches.map((branch) =>
      branch.toSql(common.length > 0 ? (column) => `+${column}` : undefined),
    );
    const choices = branches.map((branch) => branch.#choice());
    this.#terms.push({
      where: alternatives.map(({ where }) => `(${where})`).join(' OR '),
      parameters: alternatives.flatMap(({ parameters }) => parameters),
      ...(choices.every((choice) => choice !== undefined) && { choice: choices.flat() }),
    });
  }

  /** The texts of a condition that needs one of them and nothing else. */
  #choice(): TextChoice | undefined {
    return this.ranges.size === 0 && this.#terms.length === 1 ? this.#terms[0]?.choice : undefined;
  }

  isUnbounded(): boolean {
    return this.ranges.size === 0 && this.#terms.length === 0;
  }

  #addPath(path: string, condition: unknown): void {
    const indexed = columnFor(this.definition, path);
    if (!indexed) {
      this.exact = false;
    } else if (isOperatorObject(condition) && '$options' in condition) {
      this.exact = false;
    } else if (isOperatorObject(condition)) {
      for (const [operator, operand] of Object.entries(condition)) this.#addOperator(indexed, operator, operand);
    } else {
      this.#addEquality(indexed, condition);
    }
  }

  #addOperator(indexed: IndexedPath, operator: string, operand: unknown): void {
    switch (operator) {
      case '$eq':
        return this.#addEquality(indexed, operand);
      case '$gt':
      case '$gte':
      case '$lt':
      case '$lte': {
        const key = indexKey(operand);
        if (key === undefined || key === NULL_KEY) this.exact = false;
        else this.#addRange(indexed.column, comparison(operator, key));
        return;
      }
      case '$in':
        return this.#addList(indexed, operand, false);
      case '$ne':
        return this.#addList(indexed, [operand], true);
      case '$exists':
        return this.#addExistence(indexed, Boolean(operand));
      case '$regex':
        return this.#addText(indexed, operand);
      default:
        this.exact = false;
    }
  }

  #addEquality(indexed: IndexedPath, value: unknown): void {
    const key = indexKey(value);
    if (key === undefined) this.exact = false;
    else if (key === NULL_KEY && indexed.sparse) this.#addList(indexed, [null], false);
    else this.#addRange(indexed.column, exactly(key));
  }

  #addList({ column, sparse }: IndexedPath, values: unknown, negated: boolean): void {
    const keys = Array.isArray(values) && values.length <= MAX_LIST_LENGTH ? values.map(indexKey) : [undefined];
    if (!keys.every((key) => key !== undefined)) {
      this.exact = false;
      return;
    }
    const parameters = padded(keys);
    const listed = `${column} IN (${parameters.map(() => '?').join(', ')})`;
    const alsoMissing = sparse && keys.includes(NULL_KEY);
    if (!negated)
      this.#terms.push(
        alsoMissing
          ? { where: `${listed} OR ${column} IS NULL`, parameters }
          : { where: listed, parameters, list: { column, keys }, ...wholeTexts(column, keys) },
      );
    else if (sparse && !alsoMissing) this.#terms.push({ where: `NOT (${listed}) OR ${column} IS NULL`, parameters });
    else this.#terms.push({ where: `NOT (${listed})`, parameters });
  }

  /** A pattern matches only text, and SQL can only search for patterns without metacharacters. */
  #addText({ column }: IndexedPath, pattern: unknown): void {
    const text = plainText(pattern);
    if (text === undefined) this.exact = false;
    else
      this.#terms.push({
        where: `typeof(${column}) = 'text' AND instr(${column}, ?) > 0`,
        parameters: [text],
        choice: [{ column, text }],
      });
  }

  /** Only a sparse column distinguishes missing from null. */
  #addExistence({ column, sparse }: IndexedPath, exists: boolean): void {
    if (sparse) this.#terms.push({ where: `${column} IS ${exists ? 'NOT NULL' : 'NULL'}`, parameters: [] });
    else {
      this.exact = false;
      if (!exists) this.#addRange(column, exactly(NULL_KEY));
    }
  }

  #addRange(column: string, range: KeyRange): void {
    const known = this.ranges.get(column);
    this.ranges.set(column, known ? intersection(known, range) : range);
  }
}

/** Index keys that are whole texts, as alternatives to a text that is searched for. */
function wholeTexts(column: string, keys: readonly IndexKey[]): { choice?: TextChoice } {
  const texts = keys.filter((key) => typeof key === 'string');
  if (texts.length < keys.length || keys.length > MAX_WHOLE_TEXTS) return {};
  return { choice: texts.map((text) => ({ column, text, isWhole: true })) };
}

function plainText(pattern: unknown): string | undefined {
  const source = pattern instanceof RegExp && pattern.flags === '' ? pattern.source : pattern;
  if (typeof source !== 'string' || source === '') return undefined;
  const escaped = /\\([\\^$.*+?()[\]{}|/-])/g;
  return /[\\^$.*+?()[\]{}|]/.test(source.replace(escaped, '')) ? undefined : source.replace(escaped, '$1');
}

const alternatively = ({ where, parameters }: SqlTerm, other: string): SqlTerm => ({
  where: `(${where}) OR ${other}`,
  parameters,
});

function conjunction(terms: readonly SqlTerm[]): SqlTerm {
  return {
    where: terms
      .filter(({ where }) => where !== '')
      .map(({ where }) => `(${where})`)
      .join(' AND '),
    parameters: terms.flatMap(({ parameters }) => parameters),
  };
}

/** Repeats the last key up to a power of two, so that lists of similar length share a prepared statement. */
function padded(keys: IndexKey[]): IndexKey[] {
  const last = keys.at(-1);
  if (last === undefined) return keys;
  const length = 2 ** Math.ceil(Math.log2(keys.length));
  return [...keys, ...new Array<IndexKey>(length - keys.length).fill(last)];
}
