import { expenseJson, type ExpenseJson } from '@outlay/contracts';
import { jsonArray, pack, unpack, unpackSome } from './packed-json.js';

const expense = {
  ...(Object.fromEntries(Object.keys(expenseJson.shape).map((name) => [name, null])) as unknown as ExpenseJson),
  id: 'an id',
  status: 'approved' as const,
  justification: 'Two\nlines, a "quote", a \\ and 😀',
  amount: 0,
  override_reason: '',
  no_receipt: false,
  head: 'ab',
  duplicate_count: 3,
};

it('an expense is unpacked as it was packed, with the number of duplicates', () => {
  const text = unpack(pack(expense), 'ab', 3);
  expect(JSON.parse(text)).toEqual(expense);
  expect(Object.keys(JSON.parse(text) as object).slice(0, 3)).toEqual(['id', 'expense_id', 'unique_id']);
});

it('some values are unpacked alone', () => {
  expect(unpackSome(pack(expense), ['status', 'type', 'amount', 'justification'])).toEqual({
    status: 'approved',
    type: null,
    amount: 0,
    justification: expense.justification,
  });
});

test.each([[[]], [['{"id":1}']], [['{"city":"Łódź"}', '{"price":"12 €"}', '"領収書 🧾"']]])(
  '%j is an array in UTF-8',
  (texts) => {
    expect(Buffer.from(jsonArray(texts)).toString()).toBe(`[${texts.join(',')}]`);
  },
);
