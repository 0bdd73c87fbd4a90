import { compareKeys, NULL_KEY, typeBracket, type IndexKey } from './index-key.js';

interface Bound {
  readonly key: IndexKey;
  readonly inclusive: boolean;
}

export interface KeyRange {
  readonly lower: Bound;
  readonly upper?: Bound;
}

export const exactly = (key: IndexKey): KeyRange => ({
  lower: { key, inclusive: true },
  upper: { key, inclusive: true },
});

export function comparison(operator: '$gt' | '$gte' | '$lt' | '$lte', key: IndexKey): KeyRange {
  const { from, fromInclusive, to } = typeBracket(key);
  const end = to === undefined ? undefined : { key: to, inclusive: false };
  const start = { key: from, inclusive: fromInclusive };
  switch (operator) {
    case '$gt':
      return { lower: { key, inclusive: false }, upper: end };
    case '$gte':
      return { lower: { key, inclusive: true }, upper: end };
    case '$lt':
      return { lower: start, upper: { key, inclusive: false } };
    case '$lte':
      return { lower: start, upper: { key, inclusive: true } };
  }
}

export const EVERYTHING: KeyRange = { lower: { key: NULL_KEY, inclusive: true } };

export function intersection(left: KeyRange, right: KeyRange): KeyRange {
  const uppers = [left.upper, right.upper].filter((bound) => bound !== undefined);
  return {
    lower: [left.lower, right.lower].reduce((a, b) => (isTighterLower(a, b) ? a : b)),
    upper: uppers.length === 0 ? undefined : uppers.reduce((a, b) => (isTighterUpper(a, b) ? a : b)),
  };
}

export function hull(left: KeyRange, right: KeyRange): KeyRange {
  return {
    lower: isTighterLower(left.lower, right.lower) ? right.lower : left.lower,
    upper: left.upper && right.upper ? (isTighterUpper(left.upper, right.upper) ? right.upper : left.upper) : undefined,
  };
}

function isTighterLower(a: Bound, b: Bound): boolean {
  const order = compareKeys(a.key, b.key);
  return order > 0 || (order === 0 && !a.inclusive);
}

function isTighterUpper(a: Bound, b: Bound): boolean {
  const order = compareKeys(a.key, b.key);
  return order < 0 || (order === 0 && !a.inclusive);
}

export function isPoint({ lower, upper }: KeyRange): boolean {
  return upper !== undefined && lower.inclusive && upper.inclusive && compareKeys(lower.key, upper.key) === 0;
}

export function rangeToSql(column: string, range: KeyRange): { where: string; parameters: IndexKey[] } {
  const { lower, upper } = range;
  if (isPoint(range)) return { where: `${column} = ?`, parameters: [lower.key] };
  const from = `${column} ${lower.inclusive ? '>=' : '>'} ?`;
  if (!upper) return { where: from, parameters: [lower.key] };
  return { where: `${from} AND ${column} ${upper.inclusive ? '<=' : '<'} ?`, parameters: [lower.key, upper.key] };
}
