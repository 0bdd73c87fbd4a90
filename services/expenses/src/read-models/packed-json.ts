import { expenseJson, type ExpenseJson } from '@outlay/contracts';

/** What a row has elsewhere, or depends on other rows. */
type Added = 'duplicate_count' | 'head';
type StoredJson = Omit<ExpenseJson, Added>;

const NAMES = Object.keys(expenseJson.shape).filter(
  (name) => !['duplicate_count', 'head'].includes(name),
) as (keyof StoredJson)[];
const PREFIXES = NAMES.map((name, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
const PLACES = Object.fromEntries(NAMES.map((name, at) => [name, at])) as Record<keyof StoredJson, number>;

/** The values, a line each and null as an empty one: the names are three fifths of the text of an expense. */
export function pack(expense: StoredJson): string {
  return NAMES.map((name) => (expense[name] === null ? '' : JSON.stringify(expense[name]))).join('\n');
}

export function unpack(packed: string, head: string | null, duplicateCount: number): string {
  const values = packed.split('\n');
  let text = '';
  for (let at = 0; at < PREFIXES.length; at += 1) text += `${PREFIXES[at]}${values[at] || 'null'}`;
  return `${text},"head":"${head}","duplicate_count":${duplicateCount}}`;
}

/** The most that `unpack` adds, in bytes. */
export const UNPACKED_BYTES = PREFIXES.join('null').length + 110;

/** In UTF-8. Joined as text first, one letter beyond Latin-1 would make all of it wide, and slow to encode. */
export function jsonArray(texts: readonly string[]): Uint8Array {
  const items = texts.map((text, at) => Buffer.from(at === 0 ? text : `,${text}`));
  return Buffer.concat([Buffer.from('['), ...items, Buffer.from(']')]);
}

/** Some of the values, without the cost of the others. */
export function unpackSome<Name extends keyof StoredJson>(
  packed: string,
  names: readonly Name[],
): Pick<ExpenseJson, Name> {
  const values = packed.split('\n');
  const entries = names.map((name) => [name, JSON.parse(values[PLACES[name]] || 'null') as unknown]);
  return Object.fromEntries(entries) as Pick<ExpenseJson, Name>;
}
