import { expenseJson, type ExpenseJson } from '@outlay/contracts';
import { pack, unpack, unpackSome, unpackedBytes } from './packed-json.js';

const parse = (json: Uint8Array) => JSON.parse(Buffer.from(json).toString()) as ExpenseJson[];

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
  const [unpacked] = parse(unpack([{ packed: pack(expense), head: 'ab', duplicateCount: 3 }]));
  expect(unpacked).toEqual(expense);
  expect(Object.keys(unpacked ?? {}).slice(0, 3)).toEqual(['id', 'expense_id', 'unique_id']);
});

it('some values are unpacked alone', () => {
  expect(unpackSome(pack(expense), ['status', 'type', 'amount', 'justification'])).toEqual({
    status: 'approved',
    type: null,
    amount: 0,
    justification: expense.justification,
  });
});

test.each([[[]], [['']], [['Łódź', '12 €', '領収書 🧾', 'a']]])(
  'expenses for %j are unpacked in their order',
  (texts) => {
    const expenses = texts.map((justification, at) => ({ ...expense, justification, duplicate_count: at }));
    const packed = expenses.map((one) => ({ packed: pack(one), head: 'ab', duplicateCount: one.duplicate_count }));
    expect(parse(unpack(packed))).toEqual(expenses);
  },
);

test('an expense of nulls is not longer than expected', () => {
  const nulls = Object.fromEntries(
    Object.keys(expenseJson.shape).map((name) => [name, null]),
  ) as unknown as ExpenseJson;
  const packed = pack(nulls);
  const json = unpack([{ packed, head: 'f'.repeat(64), duplicateCount: 99_999 }]);
  expect(json.length).toBeLessThanOrEqual(unpackedBytes(packed));
});

test('a damaged expense does not change the others', () => {
  const packed = [pack(expense), '"an id"\n"', pack(expense)].map((text) => ({
    packed: text,
    head: 'ab',
    duplicateCount: 3,
  }));
  const texts = Buffer.from(unpack(packed)).toString();
  const whole = Buffer.from(unpack(packed.slice(0, 1)))
    .toString()
    .slice(1, -1);
  expect(texts.startsWith(`[${whole},{"id":"an id","expense_id":",`)).toBe(true);
  expect(texts.endsWith(`,${whole}]`)).toBe(true);
});
