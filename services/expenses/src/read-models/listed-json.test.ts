import { expenseJson, type ExpenseJson } from '@outlay/contracts';
import { listedBytes, listedJson, parseStored } from './listed-json.js';

const parse = (json: Uint8Array) => JSON.parse(Buffer.from(json).toString()) as ExpenseJson[];

const {
  head: _,
  duplicate_count: __,
  ...nulls
} = Object.fromEntries(Object.keys(expenseJson.shape).map((name) => [name, null])) as unknown as ExpenseJson;
const stored = {
  ...nulls,
  id: 'an id',
  user_name: 'Amélie',
  justification: 'Two\nlines, a "quote", a \\ and 😀',
  amount: 0,
};

const listed = (over: Partial<Parameters<typeof listedJson>[0][number]> = {}) => ({
  json: JSON.stringify(stored),
  head: 'ab',
  duplicateCount: 3,
  ...over,
});

it('an expense is listed as it was stored, with its head and the number of its duplicates', () => {
  expect(parse(listedJson([listed()]))).toEqual([{ ...stored, head: 'ab', duplicate_count: 3 }]);
  expect(parseStored(listed().json)).toEqual(stored);
});

it.each([[0], [1], [4]])('%d expenses are one array, in their order', (count) => {
  const expenses = Array.from({ length: count }, (_, duplicateCount) => listed({ duplicateCount }));
  expect(parse(listedJson(expenses)).map((expense) => expense.duplicate_count)).toEqual([0, 1, 2, 3].slice(0, count));
});

it.each(['Amélie', 'Łukasz "Ł" \\'])('the name of now is listed: %s', (userName) => {
  const [expense] = parse(listedJson([listed({ userName })]));
  expect(expense).toEqual({ ...stored, user_name: userName, head: 'ab', duplicate_count: 3 });
});

it('a text that looks like a name does not pass for it', () => {
  const json = JSON.stringify({ ...stored, justification: 'x,"user_name":"Zoë",' });
  expect(parse(listedJson([listed({ json, userName: 'Zoë' })]))[0]).toMatchObject({ user_name: 'Zoë' });
});

it('an expense is not longer than expected', () => {
  const longest = listed({ head: 'f'.repeat(64), duplicateCount: 99_999 });
  expect(listedJson([longest]).length).toBeLessThanOrEqual(listedBytes(longest.json) + 1);
});
