import { selectByPrefixes } from './prefix-query.js';

const select = (...prefixes: string[]) => selectByPrefixes({ prefixes, after: null, limit: 10 });

test('a prefix with a category uses the index of categories', () => {
  expect(select('payment-1').sql).toContain('category = ?');
  expect(select('payment-1').parameters).toEqual([0n, 'payment-1', 'payment-1', 'payment', 10]);
});

test('a prefix that may span categories does not', () => {
  expect(select('pay').sql).not.toContain('category');
  expect(select('pay').parameters).toEqual([0n, 'pay', 'pay', 10]);
});

test('a prefix that another covers, or that is repeated, is read once', () => {
  expect(select('payment-', 'pay', 'pay', 'payment-1').parameters).toEqual([0n, 'pay', 'pay', 10]);
  expect(select('pay', 'expense').sql).toContain(' UNION ALL ');
});

test('reading starts after a position beyond the precision of a double', () => {
  const { parameters } = selectByPrefixes({ prefixes: ['a'], after: '9007199254740993', limit: 1 });
  expect(parameters[0]).toBe(9007199254740993n);
});
