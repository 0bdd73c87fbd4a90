import { $inc, $set } from 'mingo/operators/update';
import { notSupported, serverError } from '../errors.js';
import { isOperatorObject, isPlainObject, type Doc } from './document.js';
import { asBadValue } from './matching.js';

/** The given document may be changed in place. */
export function updated(document: Doc, update: Doc): Doc {
  const { $setOnInsert: _, ...operators } = update;
  return applied(document, operators);
}

export function upserted(filter: Doc, update: Doc): Doc {
  const seed: Doc = {};
  for (const [path, value] of equalities(filter)) setAt(seed, path, value);
  const { $setOnInsert = {}, $set = {}, ...operators } = update;
  const initial = { ...asFields($set), ...asFields($setOnInsert) };
  const { _id = seed._id, ...fields } = initial;
  const document = applied(seed, { ...operators, ...(Object.keys(fields).length > 0 ? { $set: fields } : {}) });
  return _id === undefined ? document : { ...document, _id };
}

function applied(document: Doc, operators: Doc): Doc {
  const names = Object.keys(operators);
  if (names.some((name) => !name.startsWith('$'))) throw serverError(9, 'An update needs operators such as $set.');
  // MongoDB allows setting _id to its current value.
  const modifier = Object.fromEntries(
    Object.entries(operators).map(([name, fields]) => [name, withoutSameId(asFields(fields), document)]),
  );
  checkPaths(modifier);
  asBadValue(() => {
    for (const [name, fields] of Object.entries(modifier)) operatorNamed(name)(fields)(document);
  });
  return document;
}

type UpdateOperator = (fields: Doc) => (document: Doc) => string[];

const OPERATORS = new Map<string, UpdateOperator>([
  ['$inc', $inc as UpdateOperator],
  ['$set', $set],
]);

function operatorNamed(name: string): UpdateOperator {
  const operator = OPERATORS.get(name);
  if (!operator) throw notSupported(`the update operator ${name}`);
  return operator;
}

function checkPaths(modifier: Record<string, Doc>): void {
  const paths = Object.values(modifier).flatMap(Object.keys);
  const positional = paths.find((path) => path.includes('.$'));
  if (positional !== undefined) throw notSupported(`the path ${positional}`);
  // Operators on the same path, or on a path and its parent, have no defined order; MongoDB rejects them too.
  for (const [at, path] of paths.entries()) {
    const conflict = paths.some((other, otherAt) => otherAt !== at && (other === path || other.startsWith(`${path}.`)));
    if (conflict) throw serverError(40, `Updating the path '${path}' would create a conflict at '${path}'.`);
  }
}

function withoutSameId({ _id, ...fields }: Doc, document: Doc): Doc {
  if (_id === undefined) return fields;
  if (String(_id) === String(document._id)) return fields;
  throw serverError(66, 'Performing an update on the path "_id" would modify the immutable field "_id".');
}

function asFields(value: unknown): Doc {
  if (!isPlainObject(value)) throw serverError(9, 'Modifiers operate on fields: an object was expected.');
  return value;
}

function equalities(filter: Doc): [path: string, value: unknown][] {
  return Object.entries(filter).flatMap(([name, condition]): [string, unknown][] => {
    if (name === '$and' && Array.isArray(condition)) return condition.filter(isPlainObject).flatMap(equalities);
    if (name === '$or' && Array.isArray(condition)) {
      const [only, ...others] = condition.filter(isPlainObject);
      return only && others.length === 0 ? equalities(only) : [];
    }
    if (name.startsWith('$')) return [];
    if (!isOperatorObject(condition)) return condition instanceof RegExp ? [] : [[name, condition]];
    return '$eq' in condition ? [[name, condition.$eq]] : [];
  });
}

function setAt(document: Doc, path: string, value: unknown): void {
  const fields = path.split('.');
  const last = fields.pop() ?? path;
  let target = document;
  for (const field of fields) {
    if (['__proto__', 'constructor', 'prototype'].includes(field)) throw notSupported(`the path ${path}`);
    const next = target[field];
    if (isPlainObject(next)) target = next;
    else {
      const created: Doc = {};
      target[field] = created;
      target = created;
    }
  }
  target[last] = value;
}
