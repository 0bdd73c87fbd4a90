import { update as updateByCondition, updateOne } from 'mingo';
import * as updateOperators from 'mingo/operators/update';
import type { Modifier, PipelineStage } from 'mingo/updater';
import { notSupported, serverError } from '../errors.js';
import { isOperatorObject, isPlainObject, type Doc } from './document.js';
import { asBadValue } from './matching.js';

export type Update = Doc | Doc[];

/** May change the given document in place. */
export function updated(document: Doc, update: Update, filter: Doc, arrayFilters?: Doc[]): Doc {
  if (Array.isArray(update)) return throughPipeline(document, update);
  const { $setOnInsert: _, ...operators } = update;
  return applied(document, operators, filter, arrayFilters);
}

export function upserted(filter: Doc, update: Update, arrayFilters?: Doc[]): Doc {
  const seed: Doc = {};
  for (const [path, value] of equalities(filter)) setAt(seed, path, value);
  if (Array.isArray(update)) return throughPipeline(seed, update);
  const { $setOnInsert = {}, $set = {}, ...operators } = update;
  const initial = { ...asFields($set), ...asFields($setOnInsert) };
  const { _id = seed._id, ...fields } = initial;
  const document = applied(
    seed,
    { ...operators, ...(Object.keys(fields).length > 0 ? { $set: fields } : {}) },
    {},
    arrayFilters,
  );
  return _id === undefined ? document : { ...document, _id };
}

function applied(document: Doc, operators: Doc, filter: Doc, arrayFilters?: Doc[]): Doc {
  const names = Object.keys(operators);
  if (names.some((name) => !name.startsWith('$'))) throw serverError(9, 'An update needs operators such as $set.');
  // MongoDB allows setting _id to its current value.
  const modifier = Object.fromEntries(
    Object.entries(operators).map(([name, fields]) => [name, withoutSameId(asFields(fields), document)]),
  );
  rejectConflicts(modifier);
  const positional = Object.values(modifier).some((fields) => Object.keys(fields).some((path) => path.includes('.$')));
  asBadValue(() => {
    if (positional) {
      updateByCondition(document, modifier as Modifier<Doc>, arrayFilters ?? [], filter, { queryOptions: NO_SCRIPTS });
    } else {
      // Without positional paths, calling the operators is equivalent and avoids copying mingo's operator tables.
      for (const [name, fields] of Object.entries(modifier)) operatorNamed(name)(fields)(document);
    }
  });
  return document;
}

const NO_SCRIPTS = { scriptEnabled: false };
type UpdateOperator = (fields: Doc) => (document: Doc) => string[];

const OPERATORS = new Map(
  Object.entries(updateOperators).filter((entry): entry is [string, UpdateOperator] => entry[0].startsWith('$')),
);

function operatorNamed(name: string): UpdateOperator {
  const operator = OPERATORS.get(name);
  if (!operator) throw serverError(9, `Unknown modifier: ${name}.`);
  return operator;
}

/** Operators on the same path, or on a path and its parent, have no defined order; MongoDB rejects them too. */
function rejectConflicts(modifier: Record<string, Doc>): void {
  const paths = Object.values(modifier).flatMap(Object.keys);
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

function throughPipeline(document: Doc, stages: Doc[]): Doc {
  const documents = [document];
  asBadValue(() => updateOne(documents, {}, stages as PipelineStage[], {}, NO_SCRIPTS));
  return documents[0] ?? document;
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
