import { notSupported } from '../errors.js';
import { isPlainObject, type Doc } from './document.js';
import type { Page } from './selection.js';
import { sortKeys } from './sort.js';

export interface OperationOptions {
  readonly sort?: unknown;
  readonly skip?: number;
  readonly limit?: number;
  readonly projection?: Doc | null;
  readonly maxTimeMS?: number;
  readonly upsert?: boolean;
  readonly returnDocument?: 'before' | 'after';
  readonly includeResultMetadata?: boolean;
  readonly ordered?: boolean;
  readonly collation?: unknown;
  readonly session?: unknown;
}

export function page({ sort, skip, limit, maxTimeMS }: OperationOptions): Page {
  return { sort: sortKeys(sort), skip: skip ?? 0, limit: Math.abs(limit ?? 0), maxTimeMs: maxTimeMS ?? Infinity };
}

export function checkOptions(options: OperationOptions): void {
  if (options.session) throw notSupported('transactions and sessions');
  if (options.collation) throw notSupported('collations');
}

export function checkedFilter(filter: unknown): Doc {
  if (filter === undefined || filter === null) return {};
  if (!isPlainObject(filter)) throw new TypeError('A filter must be a plain object.');
  return filter;
}
