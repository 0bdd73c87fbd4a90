import mongoose from 'mongoose';

/** Mongoose's own copy of BSON, because it checks for instances of its classes. */
const { deserialize, serialize } = mongoose.mongo.BSON;

export type Doc = Record<string, unknown>;

/** `undefined` becomes null, as in MongoDB's driver. */
export function encode(document: Doc): Uint8Array {
  return serialize(document, { ignoreUndefined: false });
}

/** Skips the check of UTF-8, which takes a third of reading a row: `encode` wrote it well-formed. */
const TRUSTED = { validation: { utf8: false } };

export function decode(bytes: Uint8Array): Doc {
  return deserialize(bytes, TRUSTED);
}

/** Converts subdocuments, maps and objects with `toBSON` to plain objects, as a server would receive them. */
export function asSent<T>(value: T): T {
  return decode(encode({ value })).value as T;
}

export function isPlainObject(value: unknown): value is Doc {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function isOperatorObject(value: unknown): value is Doc {
  return isPlainObject(value) && Object.keys(value).some((key) => key.startsWith('$'));
}
