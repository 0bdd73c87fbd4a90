import { toSnakeCase, type ExpenseJson } from '@outlay/contracts';

/** An expense as lists return it, without what depends on other rows or has a column of its own. */
export type StoredJson = Omit<ExpenseJson, 'duplicate_count' | 'head'>;

/** An expense of a list, as its row has it. */
export interface ListedExpense {
  readonly json: string;
  readonly head: string | null;
  /** The owner's name, if it may differ from the one in the row. */
  readonly userName?: string | undefined;
  readonly duplicateCount: number;
}

const START = Buffer.from('[');
const END = Buffer.from(']');
/** The most that a list adds to the text of a row, but for a name that has changed. */
const ADDED_BYTES = Buffer.byteLength(withOtherFields('{}', 'f'.repeat(64), 1e15)) + 1;

/** The most that an expense takes in a JSON array. */
export function listedBytes(json: string): number {
  return Buffer.byteLength(json) + ADDED_BYTES;
}

export function parseStored(json: string): StoredJson {
  return JSON.parse(json) as StoredJson;
}

/**
 * A JSON array in UTF-8. The texts of the rows are joined, since to parse them takes most of a list's time. Each is encoded
 * alone: one letter beyond Latin-1 makes a string of two bytes a letter, which takes several times as long.
 */
export function listedJson(expenses: readonly ListedExpense[]): Uint8Array {
  const rows = expenses.map(({ json, head, userName, duplicateCount }, at) =>
    Buffer.from((at === 0 ? '' : ',') + withOtherFields(withName(json, userName), head, duplicateCount)),
  );
  return Buffer.concat([START, ...rows, END]);
}

function withOtherFields(json: string, head: string | null, duplicateCount: number): string {
  return `${json.slice(0, -1)},"head":"${head}","duplicate_count":${duplicateCount}}`;
}

function withName(json: string, userName: string | undefined): string {
  // Most people have the name that their claims have. No text of a claim looks like this, since JSON escapes its quotes.
  if (userName === undefined || json.includes(`,"user_name":${JSON.stringify(userName)},`)) return json;
  return JSON.stringify({ ...parseStored(json), ...toSnakeCase({ userName }) });
}
