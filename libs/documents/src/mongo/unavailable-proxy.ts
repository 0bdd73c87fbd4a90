import mongoose from 'mongoose';
import { types } from 'node:util';
import { DocumentsUnavailable, isUnavailable } from '../errors.js';

const { AbstractCursor, Collection, FindCursor } = mongoose.mongo;

/** It gets the name and the collection of a call of the server; what it returns is called when the call ends. */
export type CallObserver = (call: string) => (error?: unknown) => void;

const unobserved: CallObserver = () => () => undefined;

/**
 * A database, collection or cursor whose errors are those of the port. The driver's own monitoring of commands would
 * decode each reply once more.
 */
export function withUnavailable<T extends object>(target: T, observe = unobserved): T {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name);
      // Mongoose reads the constructor's name and never calls it.
      if (typeof value !== 'function' || name === 'constructor') return value;
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, args);
        if (result instanceof Collection || result instanceof AbstractCursor) return withUnavailable(result, observe);
        return types.isPromise(result) ? observed(result, observe(callOf(target, String(name), args))) : result;
      };
    },
  });
}

function observed<Result>(result: Promise<Result>, end: ReturnType<CallObserver>): Promise<Result> {
  return result.then(
    (reply) => {
      end();
      return reply;
    },
    (error: unknown) => {
      end(error);
      rethrow(error);
    },
  );
}

function callOf(target: object, method: string, args: readonly unknown[]): string {
  if (target instanceof FindCursor) return `find ${target.namespace.collection}`;
  if (target instanceof Collection) return `${method} ${target.collectionName}`;
  if (method !== 'command') return method;
  return Object.entries(args[0] ?? {})[0]?.join(' ') ?? method;
}

export function rethrow(error: unknown): never {
  if (!types.isNativeError(error) || !isUnavailable(error)) throw error;
  throw new DocumentsUnavailable(`The document store cannot be used: ${error.message}`, { cause: error });
}
