import type { Schema } from 'mongoose';

const FILTERING = [
  'find',
  'findOne',
  'findOneAndUpdate',
  'findOneAndReplace',
  'findOneAndDelete',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'countDocuments',
  'distinct',
] as const;

/**
 * A mongoose plugin that throws a TypeError for a filter with an undefined value. MongoDB would treat it as null and match
 * every document without the field, such as all users without a reset code.
 */
export function refuseUndefinedFilters(schema: Schema): void {
  schema.pre([...FILTERING], function () {
    check(this.getFilter());
  });
  schema.pre('bulkWrite', (operations) => {
    for (const body of operations.flatMap(Object.values)) check(body.filter ?? {});
  });
}

function check(filter: unknown): void {
  const path = undefinedPath(filter, '');
  if (path) throw new TypeError(`The filter's ${path} is undefined.`);
}

function undefinedPath(filter: unknown, at: string): string | undefined {
  if (filter === undefined) return at;
  if (typeof filter !== 'object' || filter === null) return undefined;
  if (!Array.isArray(filter) && Object.getPrototypeOf(filter) !== Object.prototype) return undefined;
  for (const [name, value] of Object.entries(filter)) {
    const found = undefinedPath(value, at === '' ? name : `${at}.${name}`);
    if (found) return found;
  }
  return undefined;
}
