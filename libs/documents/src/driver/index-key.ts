import { Buffer } from 'node:buffer';
import { isPlainObject, type Doc } from './document.js';

/** SQLite's storage classes rank like MongoDB's types: number < text < blob. */
export type IndexKey = number | string | Uint8Array;

/** Null and missing rank equally, below every number; a unique index would ignore SQL's own NULL. */
export const NULL_KEY = -Infinity;

const EMPTY = new Uint8Array(0);

const TAG = { objectId: 1, boolean: 2, date: 3 } as const;

/** Ordered as in MongoDB; undefined for arrays, objects, binary data, decimals and regular expressions. */
export function indexKey(value: unknown): IndexKey | undefined {
  switch (typeof value) {
    case 'undefined':
      return NULL_KEY;
    case 'string':
      return value;
    case 'number':
      return Number.isNaN(value) ? undefined : value;
    case 'boolean':
      return Uint8Array.of(TAG.boolean, value ? 1 : 0);
    case 'object':
      return value === null ? NULL_KEY : objectKey(value);
    default:
      return undefined;
  }
}

function objectKey(value: object): IndexKey | undefined {
  if (value instanceof Date) return dateKey(value);
  if ('_bsontype' in value && value._bsontype === 'ObjectId' && 'toHexString' in value) {
    return Buffer.concat([Uint8Array.of(TAG.objectId), Buffer.from(String(value), 'hex')]);
  }
  return undefined;
}

/** Milliseconds as two unsigned big-endian words, offset so that dates before 1970 rank first. */
function dateKey(date: Date): IndexKey | undefined {
  const milliseconds = date.getTime();
  if (Number.isNaN(milliseconds)) return undefined;
  const key = Buffer.allocUnsafe(9);
  const high = Math.floor(milliseconds / 2 ** 32);
  key[0] = TAG.date;
  key.writeUInt32BE(high + 2 ** 31, 1);
  key.writeUInt32BE(milliseconds - high * 2 ** 32, 5);
  return key;
}

export function compareKeys(left: IndexKey, right: IndexKey): number {
  const rank = storageRank(left) - storageRank(right);
  if (rank !== 0) return rank;
  if (typeof left === 'number' && typeof right === 'number') return left < right ? -1 : left > right ? 1 : 0;
  return Buffer.compare(bytesOf(left), bytesOf(right));
}

const storageRank = (key: IndexKey): number => (typeof key === 'number' ? 0 : typeof key === 'string' ? 1 : 2);
const bytesOf = (key: IndexKey): Uint8Array => (typeof key === 'object' ? key : Buffer.from(String(key)));

/** The range of keys of the same type: `$lt` and `$gt` match only values of the same type. */
export function typeBracket(key: IndexKey): { from: IndexKey; fromInclusive: boolean; to?: IndexKey } {
  if (typeof key === 'number') return { from: NULL_KEY, fromInclusive: false, to: '' };
  if (typeof key === 'string') return { from: '', fromInclusive: true, to: EMPTY };
  const tag = key[0] ?? 0;
  return { from: Uint8Array.of(tag), fromInclusive: true, to: Uint8Array.of(tag + 1) };
}

/** The value at a dotted path; `array` if the path contains an array and thus has many values. */
export function valueAt(document: Doc, path: string): { value: unknown; array: boolean } {
  let value: unknown = document;
  for (const field of path.split('.')) {
    if (Array.isArray(value)) return { value, array: true };
    if (!isPlainObject(value) || !Object.hasOwn(value, field)) return { value: undefined, array: false };
    value = value[field];
  }
  return { value, array: Array.isArray(value) };
}
