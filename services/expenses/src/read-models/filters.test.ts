import { hash } from 'node:crypto';
import {
  approveExpense,
  createExpense,
  listExpenses,
  rejectExpense,
  summarizeExpenses,
  type ExpenseFilter,
  type ExpenseJson,
  type ReplyOf,
  type RequestOf,
} from '@outlay/contracts';
import { addDecimals, roundHalfUp, type Status } from '@outlay/rules';
import * as fc from 'fast-check';
import { aReceipt } from '../testing/builders.js';
import { expensesOf } from '../testing/expenses-of.js';
import { as, aSubmission, boss, runExpenses } from '../testing/running-expenses.js';
import { expenseModel } from './expense.model.js';
import { ExpenseQueries } from './expense.queries.js';
import { ListQueries } from './list-queries.js';
import { SummaryStore } from './summary.store.js';

const noFilter = { statuses: null, user: null, category: null, q: null };
const PEOPLE = ['cleo', 'dan', 'eve'];
type Request = RequestOf<typeof listExpenses>;
type Filter = Partial<ExpenseFilter>;

function passes(expense: ExpenseJson, { user, statuses, category, duplicates, currency, q }: Filter): boolean {
  const { user_id, user_email, status, type, duplicate_count, justification } = expense;
  const people = user?.toLowerCase().split(',');
  return (
    (!people || people.includes(user_id) || people.includes(user_email)) &&
    (!statuses || statuses.includes(status)) &&
    (!category || type === category) &&
    (duplicates === undefined || duplicates === (duplicate_count ? 'yes' : 'no')) &&
    (currency === undefined || expense.currency === currency) &&
    (!q || (justification ?? '').toLowerCase().includes(q))
  );
}

const stateOf = ({ expense_id, revision, user_name, duplicate_count }: ExpenseJson) => ({
  ...{ expense_id, revision, user_name, duplicate_count },
});

function totalsOf(rows: readonly ExpenseJson[]) {
  const statuses = [...new Set(rows.map(({ status }) => status))].sort();
  return statuses.map((status) => {
    const amounts = rows.filter((row) => row.status === status).map((row) => String(row.reimbursement_amount ?? 0));
    const total = roundHalfUp(addDecimals(amounts), 2);
    return { status, reimbursementCurrency: 'EUR', count: amounts.length, total };
  });
}

describe('filters together', () => {
  let service: Awaited<ReturnType<typeof runExpenses>>;
  let whole: ExpenseJson[];

  const ask = async (filter: Filter, limit = 500, sort: 'created_at' | 'date' | 'oldest' = 'created_at') => {
    const rows: ExpenseJson[] = [];
    for (let cursor: string | null = null; ;) {
      const whole = { ...noFilter, ...filter };
      const request: Request = { scope: 'all', limit, cursor, sort, filter: whole, knownVersions: [] };
      const page: ReplyOf<typeof listExpenses> = await service.call(listExpenses, request, boss);
      rows.push(...expensesOf(page));
      cursor = page.nextCursor;
      if (cursor === null) return rows;
    }
  };
  const statesOf = async (filter: Filter, limit: number, sort: Request['sort']) => {
    const states: unknown[] = [];
    for (let cursor: string | null = null; ;) {
      const whole = { ...noFilter, ...filter };
      const request: Request = { scope: 'all', limit, cursor, sort, filter: whole, knownVersions: [], states: true };
      const page: ReplyOf<typeof listExpenses> = await service.call(listExpenses, request, boss);
      states.push(...expensesOf(page));
      cursor = page.nextCursor;
      if (cursor === null) return states;
    }
  };
  const totals = async (filter: Filter) =>
    (await service.call(summarizeExpenses, { scope: 'all', filter: { ...noFilter, ...filter } }, boss)).totals;

  beforeAll(async () => {
    service = await runExpenses();
    // Few days, amounts and receipts, so that many claims repeat others.
    for (let n = 0; n < 45; n += 1) {
      service.clock.advance({ seconds: 1 });
      const by = as(PEOPLE[n % 3] ?? '');
      const figures = {
        date: `2026-06-0${1 + (n % 2)}`,
        amount: `${10 + (n % 5)}.25`,
        justification: `Night ${n % 4}`,
      };
      const submission = aSubmission(
        { ...figures, category: n % 7 < 3 ? 'IT' : 'Hotel' },
        n % 4 === 3 ? 'draft' : 'submitted',
      );
      const receipt = aReceipt({ fileName: `f${n}.pdf`, sha256: hash('sha256', `receipt ${n % 8 < 2 ? 'same' : n}`) });
      const { expense } = await service.call(createExpense, { ...submission, receipt }, by);
      const decision = { id: expense.id, expectedRevision: null };
      if (n % 4 === 0) await service.call(approveExpense, { ...decision, approveAnyway: true }, boss);
      if (n % 4 === 1 && n % 5 === 0) await service.call(rejectExpense, { ...decision, reason: 'Which one?' }, boss);
    }
    whole = await ask({});
  });
  afterAll(() => service.close());

  it('leave, in pages of any size and in their totals, what a filter of the whole list leaves', async () => {
    const repeated = whole.filter(({ duplicate_count }) => duplicate_count);
    expect([whole.length, repeated.length > 5, whole.length - repeated.length > 5]).toEqual([45, true, true]);
    const people = fc.subarray(['cleo', 'Dan@Example.org', 'eve@example.org', 'nobody'], { minLength: 1 });
    const statuses = fc.subarray<Status>(['draft', 'submitted', 'approved', 'rejected'], { minLength: 1 });
    const yesOrNo = fc.constantFrom('yes' as const, 'no' as const);
    const combination = fc.record(
      {
        user: people.map((each) => each.join()),
        statuses,
        category: fc.constantFrom('IT', 'Hotel'),
        duplicates: yesOrNo,
        currency: fc.constantFrom('EUR', 'USD'),
        q: fc.constantFrom('night', 'night 1'),
      },
      { requiredKeys: [] },
    );
    const sort = fc.constantFrom('created_at' as const, 'date' as const, 'oldest' as const);
    await fc.assert(
      fc.asyncProperty(combination, sort, fc.constantFrom(1, 4, 500), async (filter, order, limit) => {
        const expected = (await ask({}, 500, order)).filter((expense) => passes(expense, filter));
        expect(await ask(filter, limit, order)).toEqual(expected);
        expect(await totals(filter)).toEqual(totalsOf(expected));
        expect(await statesOf(filter, limit, order)).toEqual(expected.map(stateOf));
      }),
      { numRuns: 120, seed: 38 },
    );
  });

  it('follow what a decision makes a duplicate, and what it no longer is', async () => {
    const ids = async () => (await ask({ duplicates: 'yes' })).map(({ id }) => id);
    const [by, figures] = [as('finn'), { date: '2026-06-05', amount: '99.00' }];
    const save = () => service.call(createExpense, aSubmission(figures), by);
    const [one, other] = [(await save()).expense.id, (await save()).expense.id];
    expect(await ids()).not.toContain(other);
    await service.call(approveExpense, { id: one, expectedRevision: null, approveAnyway: false }, boss);
    expect(await ids()).toContain(other);
    await service.call(approveExpense, { id: other, expectedRevision: null, approveAnyway: true }, boss);
    expect(await ids()).not.toContain(other);
  });

  it('find the few duplicates among many rows, and end with a sentence when that takes too long', async () => {
    const one = await expenseModel(service.documents).findOne({ status: 'submitted' }).lean();
    const rows = expenseModel(service.documents, 'expenses_repeated');
    await rows.createIndexes();
    const stored = Array.from({ length: 1_300 }, (_, at) => ({
      ...one,
      _id: `e${at}`,
      createdAt: `2026-${1_000 + at}`,
      status: at === 700 ? 'approved' : 'submitted',
      duplicateKey: [3, 700, 1_290].includes(at) ? 'same' : `figures ${at}`,
      receiptHash: '',
    }));
    await rows.collection.insertMany(stored as never[]);
    const filter = { ...noFilter, duplicates: 'yes' } as const;
    const request = { userId: null, limit: 10, cursor: null, sort: 'created_at', filter } as const;
    const listed = async (over: object) => {
      const { expenses } = await new ExpenseQueries(rows).page({ ...request, ...over });
      return (JSON.parse(Buffer.from(expenses ?? []).toString()) as ExpenseJson[]).length;
    };
    expect(await listed({})).toBe(2);
    expect(await listed({ limit: 500, filter: { ...filter, duplicates: 'no' } })).toBe(500);
    const lists = new ListQueries(new ExpenseQueries(rows), new SummaryStore(service.documents));
    const counts = async (duplicates: 'yes' | 'no') =>
      (await lists.summary(null, { ...filter, duplicates }, '1')).totals.map(({ status, count }) => [status, count]);
    expect(await counts('yes')).toEqual([['submitted', 2]]);
    expect(await counts('no')).toEqual([
      ['approved', 1],
      ['submitted', 1_297],
    ]);
    await expect(new ExpenseQueries(rows, 0.001).page(request)).rejects.toMatchObject({ code: 'SEARCH_TOO_BROAD' });
  });
});
