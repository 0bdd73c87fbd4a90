import mongoose from 'mongoose';

/** Mongoose's own BSON: values of another copy of the package would not be instances of the classes it checks for. */
const { deserialize, serialize } = mongoose.mongo.BSON;

/** A document as it stands in a collection: plain objects, arrays and BSON values. */
export type Doc = Record<string, unknown>;

/** `undefined` becomes null, as MongoDB's own driver sends it. */
export function encode(document: Doc): Uint8Array {
  return serialize(document, { ignoreUndefined: false });
}

/** What `encode` wrote is well-formed: looking through every character again costs a third of reading a row. */
const TRUSTED = { validation: { utf8: false } };

export function decode(bytes: Uint8Array): Doc {
  return deserialize(bytes, TRUSTED);
}

/** What arrives when a value is sent over the wire: subdocuments, maps and anything with `toBSON` become plain. */
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
