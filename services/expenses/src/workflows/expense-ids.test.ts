import { SeededIds } from '@outlay/testing';
import { publicExpenseId } from './expense-ids.js';

const idOf = (first: number) =>
  publicExpenseId({ uuid: () => '', bytes: (size) => Buffer.from(Array.from({ length: size }, (_, i) => first + i)) });

it('an expense id has ten characters of an alphabet without I, L, O and U', () => {
  expect([0, 10, 20].map(idOf)).toEqual(['EXP-0123456789', 'EXP-ABCDEFGHJK', 'EXP-MNPQRSTVWX']);
});

it('the five low bits of a byte select the character', () => {
  expect([30, 223].map(idOf)).toEqual(['EXP-YZ01234567', 'EXP-Z012345678']);
});

it('expense ids differ', () => {
  const ids = new SeededIds();
  expect(new Set(Array.from({ length: 100 }, () => publicExpenseId(ids))).size).toBe(100);
});
