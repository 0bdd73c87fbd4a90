import mongoose from 'mongoose';
import { types } from 'node:util';
import { DocumentsUnavailable, isUnavailable } from '../errors.js';

const { AbstractCursor, Collection } = mongoose.mongo;

export function withUnavailable<T extends object>(target: T): T {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name);
      // Mongoose reads the constructor's name and never calls it.
      if (typeof value !== 'function' || name === 'constructor') return value;
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, args);
        if (types.isPromise(result)) return result.catch(rethrow);
        return result instanceof Collection || result instanceof AbstractCursor ? withUnavailable(result) : result;
      };
    },
  });
}

export function rethrow(error: unknown): never {
  if (!types.isNativeError(error) || !isUnavailable(error)) throw error;
  throw new DocumentsUnavailable(`The document store cannot be used: ${error.message}`, { cause: error });
}
