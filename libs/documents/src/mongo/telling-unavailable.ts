import mongoose from 'mongoose';
import { types } from 'node:util';
import { DocumentsUnavailable, isUnavailable } from '../errors.js';

const { AbstractCursor, Collection } = mongoose.mongo;

/** A database, collection or cursor of MongoDB's driver whose calls tell the server's troubles as `DocumentsUnavailable`. */
export function tellingUnavailable<T extends object>(target: T): T {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name);
      // The constructor is asked for its name, never called.
      if (typeof value !== 'function' || name === 'constructor') return value;
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, args);
        if (types.isPromise(result)) return result.catch(rethrow);
        return result instanceof Collection || result instanceof AbstractCursor ? tellingUnavailable(result) : result;
      };
    },
  });
}

/** Throws an error of the driver as the port knows it. */
export function rethrow(error: unknown): never {
  if (!types.isNativeError(error) || !isUnavailable(error)) throw error;
  throw new DocumentsUnavailable(`The document store cannot be used: ${error.message}`, { cause: error });
}
