import { describe, expect, test } from '@jest/globals';
import { anExpense } from '#app/testing/builders';
import { readListSearch } from './list-search';
import { categoriesOf, selectExpenses } from './select-expenses';
import { summarise } from './summary';

const ids = (search: Parameters<typeof selectExpenses>[1]) =>
  selectExpenses(EXPENSES, search).map(({ expense_id }) => expense_id);

const EXPENSES = [
  anExpense({
    expense_id: 'EXP-HOTEL',
    date: '2026-03-05',
    submitted_at: '2026-03-10T09:00:00.000Z',
    amount: 1250,
    reimbursement_amount: 1125,
  }),
  anExpense({
    expense_id: 'EXP-TAXI',
    type: 'Taxi / Ride',
    justification: 'Airport',
    date: '2026-03-20',
    status: 'rejected',
    submitted_at: '2026-03-08T09:00:00.000Z',
    amount: 40,
    reimbursement_amount: 36,
  }),
  anExpense({
    expense_id: 'EXP-DRAFT',
    type: null,
    justification: null,
    date: null,
    status: 'draft',
    submitted_at: null,
    created_at: '2026-03-12T09:00:00.000Z',
    amount: null,
    reimbursement_amount: null,
  }),
];

describe('selecting expenses', () => {
  test('sorts by submission, latest first; drafts by creation', () => {
    expect(ids({})).toEqual(['EXP-DRAFT', 'EXP-HOTEL', 'EXP-TAXI']);
  });

  test('sorts by expense date, latest first; expenses without a date last', () => {
    expect(ids({ sort: 'expense' })).toEqual(['EXP-TAXI', 'EXP-HOTEL', 'EXP-DRAFT']);
  });

  test.each([
    ['the status', { status: 'rejected' }, ['EXP-TAXI']],
    ['the category', { category: 'Hotel' }, ['EXP-HOTEL']],
    ['both, and none has them', { status: 'rejected', category: 'Hotel' }, []],
    ['justification in any case', { q: 'aIrPoRt' }, ['EXP-TAXI']],
    ['category text', { q: 'taxi' }, ['EXP-TAXI']],
    ['the amount', { q: '1,250' }, ['EXP-HOTEL']],
    ['the reimbursement', { q: '36.00' }, ['EXP-TAXI']],
    ['no part of an amount', { q: '125' }, []],
    ['the date as it is stored', { q: '2026-03-2' }, ['EXP-TAXI']],
    ['the date as it is shown', { q: '5 mar 2026' }, ['EXP-HOTEL']],
    ['the ID', { q: 'exp-draft' }, ['EXP-DRAFT']],
    ['the name', { q: 'okafor' }, ['EXP-DRAFT', 'EXP-HOTEL', 'EXP-TAXI']],
    ['spaces alone', { q: '  ' }, ['EXP-DRAFT', 'EXP-HOTEL', 'EXP-TAXI']],
  ] as const)('a filter finds %s', (_, search, found) => expect(ids(search)).toEqual(found));

  test('offers only categories in use', () => {
    expect(categoriesOf(EXPENSES)).toEqual(['Hotel', 'Taxi / Ride']);
  });
});

describe('a summary', () => {
  test('adds exactly, with amount times rate where there is no reimbursement', () => {
    const expenses = [
      anExpense({ reimbursement_amount: 0.1 }),
      anExpense({ reimbursement_amount: 0.2 }),
      anExpense({ reimbursement_amount: null, amount: 100, exchange_rate: 0.9, override_exchange_rate: 0.92 }),
      anExpense({ reimbursement_amount: null, amount: 10, exchange_rate: 0.9 }),
      anExpense({ reimbursement_amount: null, amount: 1, exchange_rate: null }),
      anExpense({ status: 'draft', reimbursement_amount: 1000 }),
    ];
    expect(summarise(expenses, 'submitted', 'EUR')).toEqual({ count: 5, totals: ['102.30 EUR'] });
  });

  test('totals each reimbursement currency separately', () => {
    const expenses = [anExpense({ reimbursement_amount: 5, reimbursement_currency: 'USD' })];
    expect(summarise(expenses, 'submitted', 'EUR')).toEqual({ count: 1, totals: ['0.00 EUR', '5.00 USD'] });
  });
});

describe('the search parameters of the list', () => {
  test.each([
    [{ status: 'paid', category: 'IT', sort: 'expense', q: 'x', expense: 'EXP-1' }, undefined],
    [{ q: 250 }, { q: '250' }],
    [{ status: 'lost', sort: 'upwards', q: '', category: ['IT'], expense: null }, {}],
  ])('%j keeps valid parameters and drops others', (search, read) =>
    expect(readListSearch(search)).toEqual(read ?? search),
  );
});
