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

/** To MongoDB undefined is null and matches every document without the field, such as users without a reset code. */
export function refuseUndefinedFilters(schema: Schema): void {
  schema.pre([...FILTERING], function () {
    requireDefined(this.getFilter());
  });
  schema.pre('bulkWrite', (operations) => {
    for (const body of operations.flatMap(Object.values)) requireDefined(body.filter ?? {});
  });
}

/** @throws TypeError if a part of the filter is undefined */
export function requireDefined(filter: unknown): void {
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
