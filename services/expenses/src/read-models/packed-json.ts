import { expenseJson, type ExpenseJson } from '@outlay/contracts';

/** Fields that a row has elsewhere, or that depend on other rows. */
type Added = 'duplicate_count' | 'head';
type StoredJson = Omit<ExpenseJson, Added>;

/** An expense of a list, as its row has it. */
export interface PackedExpense {
  readonly packed: string;
  readonly head: string | null;
  /** The owner's name, if it differs from the one in the row. */
  readonly userName?: string | undefined;
  readonly duplicateCount: number;
}

const NAMES = Object.keys(expenseJson.shape).filter(
  (name) => !['duplicate_count', 'head'].includes(name),
) as (keyof StoredJson)[];
const PREFIXES = NAMES.map((name, at) => inWords(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`));
const PLACES = Object.fromEntries(NAMES.map((name, at) => [name, at])) as Record<keyof StoredJson, number>;
const NULL = inWords('null');
const COMMA = ','.charCodeAt(0);
const LINE_END = '\n'.charCodeAt(0);

/** The text as 32-bit numbers, which are copied in a quarter of the steps of bytes; the last one ends with zeros. */
interface Words {
  readonly words: Uint32Array;
  /** Bytes. */
  readonly length: number;
}

function inWords(text: string): Words {
  const bytes = Buffer.from(text);
  const padded = Buffer.concat([bytes], Math.ceil(bytes.length / 4) * 4);
  const words = Uint32Array.from({ length: padded.length / 4 }, (_, at) => padded.readUInt32LE(at * 4));
  return { words, length: bytes.length };
}

/** Writes up to three zeros after the text, which the next write replaces. @returns where the text ends */
function put({ words, length }: Words, target: DataView, at: number): number {
  for (let word = 0; word < words.length; word += 1) target.setUint32(at + word * 4, words[word] as number, true);
  return at + length;
}

/** The values, a line each and null as an empty one: the names are three fifths of the text of an expense. */
export function pack(expense: StoredJson): string {
  return NAMES.map((name) => (expense[name] === null ? '' : JSON.stringify(expense[name]))).join('\n');
}

/** Unpacks some of the values, without the cost of the others. */
export function unpackSome<Name extends keyof StoredJson>(
  packed: string,
  names: readonly Name[],
): Pick<ExpenseJson, Name> {
  const values = packed.split('\n');
  const entries = names.map((name) => [name, JSON.parse(values[PLACES[name]] || 'null') as unknown]);
  return Object.fromEntries(entries) as Pick<ExpenseJson, Name>;
}

/** The most that `unpack` adds to an expense. */
const ADDED_BYTES = PREFIXES.reduce((sum, { length }) => sum + length + NULL.length, 110);

/** The most that an expense takes in a JSON array. */
export function unpackedBytes(packed: string): number {
  return Buffer.byteLength(packed) + ADDED_BYTES;
}

function named(expense: PackedExpense): PackedExpense {
  if (expense.userName === undefined) return expense;
  const name = JSON.stringify(expense.userName);
  const values = expense.packed.split('\n');
  // Most people have the name that their claims have.
  if (values[PLACES.user_name] === name) return expense;
  values[PLACES.user_name] = name;
  return { ...expense, packed: values.join('\n') };
}

/** A JSON array in UTF-8. It copies bytes, because to make a string of each value takes a third longer. */
export function unpack(expenses: readonly PackedExpense[]): Uint8Array {
  const rows = expenses.map(named);
  const packed = Buffer.from(rows.map((expense) => expense.packed).join('\n'));
  const json = Buffer.allocUnsafe(packed.length + expenses.length * ADDED_BYTES + 2);
  const view = new DataView(json.buffer, json.byteOffset, json.length);
  let start = 0;
  let to = json.write('[');
  for (const expense of rows) {
    const end = start + Buffer.byteLength(expense.packed);
    let from = start;
    if (start > 0) json[to++] = COMMA;
    for (const prefix of PREFIXES) {
      to = put(prefix, view, to);
      if (from >= end || packed[from] === LINE_END) to = put(NULL, view, to);
      for (; from < end && packed[from] !== LINE_END; from += 1) json[to++] = packed[from] as number;
      from += 1;
    }
    to += json.write(`,"head":"${expense.head}","duplicate_count":${expense.duplicateCount}}`, to);
    start = end + 1;
  }
  return json.subarray(0, to + json.write(']', to));
}
