import {
  listExpenses,
  summarizeExpenses,
  createExpense,
  deleteDraft,
  rejectExpense,
  type ExpenseJson,
  type RequestOf,
} from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { expenseModel } from './expense.model.js';
import { ExpenseQueries } from './expense.queries.js';
import { ListQueries } from './list-queries.js';
import { RunningSums } from './running-sums.js';
import { SummaryStore } from './summary.store.js';
import { today } from '../testing/builders.js';
import { expensesOf } from '../testing/expenses-of.js';
import { as, aSubmission, boss, runExpenses } from '../testing/running-expenses.js';

type Request = RequestOf<typeof listExpenses>;
const noFilter = { statuses: null, user: null, category: null, q: null };

describe('a list of expenses', () => {
  const cleo = as('cleo');
  const dan = as('dan');
  let service: Awaited<ReturnType<typeof runExpenses>>;
  const ids: Record<string, string> = {};

  const ask = async (context = boss, filter: Partial<Request['filter']> = {}, over: Partial<Request> = {}) => {
    const scope = context === boss ? ('all' as const) : ('own' as const);
    const request: Request = {
      scope,
      limit: 100,
      cursor: null,
      sort: 'created_at',
      filter: { ...noFilter, ...filter },
      knownVersions: [],
      ...over,
    };
    const page = await service.call(listExpenses, request, context);
    return { ...page, rows: expensesOf(page) };
  };
  const named = (rows: readonly ExpenseJson[]) =>
    rows.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));

  beforeAll(async () => {
    service = await runExpenses(2);
    const submit = async (name: string, over: object, context = cleo, status: 'draft' | 'submitted' = 'submitted') => {
      service.clock.advance({ seconds: 1 });
      const request = { ...aSubmission(over, status), ...(status === 'draft' && { receipt: null }) };
      const { expense } = await service.call(createExpense, request, context);
      ids[name] = expense.id;
      return expense;
    };
    await submit('train', {
      category: 'Plane / Train',
      trip: 'Łódź, June',
      justification: 'Night train to Łódź (50% off)',
      amount: '120.00',
      date: '2026-06-10',
    });
    await submit('lunch', {
      category: 'Restaurant',
      justification: 'LUNCH.with*auditors',
      amount: '45.50',
      classification: 'support',
      vatAmount: '5.00',
      date: '2026-05-01',
    });
    await submit('laptop', { category: 'IT', justification: 'Laptop', amount: '1450.00', date: '2026-06-01' }, dan);
    await submit('open', { date: null, amount: null, justification: null, category: null }, cleo, 'draft');
    const deleted = await submit('deleted', { justification: 'Never mind' }, cleo, 'draft');
    await service.call(deleteDraft, { id: deleted.id, expectedRevision: null }, cleo);
    await service.call(rejectExpense, { id: ids.lunch ?? '', expectedRevision: null, reason: 'Which lunch?' }, boss);
  });
  afterAll(() => service.close());

  it.each<[string, Partial<Request['filter']>, string[]]>([
    ['nothing', {}, ['open', 'laptop', 'lunch', 'train']],
    ['one status', { statuses: ['rejected'] }, ['lunch']],
    ['several statuses', { statuses: ['draft', 'submitted'] }, ['open', 'laptop', 'train']],
    ['a category', { category: 'IT' }, ['laptop']],
    ['a user by email', { user: 'Dan@example.org' }, ['laptop']],
    ['a user by id', { user: 'cleo' }, ['open', 'lunch', 'train']],
    ['an unknown user', { user: 'nobody@example.org' }, []],
    ['a name', { q: 'DAN TEST' }, ['laptop']],
    ['an email', { q: 'DAN@example' }, ['laptop']],
    ['a category, which super admins do not search', { q: 'plane / train' }, []],
    ['part of a justification', { q: 'łódź (50%' }, ['train']],
    ['a regular expression', { q: 'lunch.*aud' }, []],
    ['the literal characters of a regular expression', { q: '.with*' }, ['lunch']],
    ['an amount, which super admins do not search', { q: '45.5' }, []],
    ['the first and the last day', { dateFrom: '2026-05-01', dateTo: '2026-06-01' }, ['laptop', 'lunch']],
    ['the last day', { dateTo: '2026-05-31' }, ['lunch']],
    ['the first day', { dateFrom: '2026-06-02' }, ['train']],
    [
      'a reimbursement from and to, each included',
      { reimbursementFrom: '45.5', reimbursementTo: '120' },
      ['lunch', 'train'],
    ],
    ['a reimbursement above one of fewer digits', { reimbursementFrom: '120.01' }, ['laptop']],
    ['a reimbursement below', { reimbursementTo: '45.49' }, []],
    ['another reimbursement currency', { reimbursementCurrency: 'USD' }, []],
    ['a currency and a reimbursement', { currency: 'EUR', reimbursementFrom: '100' }, ['laptop', 'train']],
    ['another currency', { currency: 'KES' }, []],
    ['a classification', { classification: 'support' }, ['lunch']],
    ['a trip, in any case', { trip: '\u200bŁÓDŹ, june ' }, ['train']],
    ['part of the name of a trip', { trip: 'Łódź' }, []],
    ['a text in which nothing can be seen', { trip: '\u200b' }, []],
    ['a missing receipt', { receiptKind: 'none' }, ['open']],
    ['a receipt', { receiptKind: 'receipt', dateTo: '2026-05-31' }, ['lunch']],
    ['an overridden rate', { overridden: 'yes' }, []],
    ['what nobody amended', { amended: 'no', user: 'dan' }, ['laptop']],
    ['what waits for no answer', { waiting: 'no', user: 'dan' }, ['laptop']],
    ['status, user and text together', { statuses: ['submitted'], user: 'cleo', q: 'night' }, ['train']],
  ])('filtered by %s', async (_, filter, expected) => {
    expect(named((await ask(boss, filter)).rows)).toEqual(expected);
  });

  it.each([
    ['45.5', ['lunch']],
    ['45.50', ['lunch']],
    ['45', ['lunch']],
    ['restaurant', ['lunch']],
    ['2026-05', ['lunch']],
    [today, ['open', 'lunch', 'train']],
    ['cleo', []],
    ['laptop', []],
  ])('of one’s own is searched for %s in texts, dates and amounts', async (q, expected) => {
    expect(named((await ask(cleo, { q })).rows)).toEqual(expected);
  });

  it('searched for a text that many contain and none of a category ends with a sentence when it takes too long', async () => {
    const rows = expenseModel(service.documents, 'expenses_many');
    await rows.createIndexes();
    const stored = Array.from({ length: 20_100 }, (_, at) => ({
      _id: `e${at}`,
      status: 'submitted',
      category: 'IT',
      createdAt: `2026-${at}`,
      search: 'dinner',
    }));
    await rows.collection.insertMany(stored as never[]);
    const queries = new ExpenseQueries(rows, 0.001);
    const request = { userId: null, limit: 10, cursor: null, sort: 'created_at' } as const;
    const filter = { ...noFilter, q: 'dinner', category: 'Hotel' };
    await expect(queries.page({ ...request, filter })).rejects.toMatchObject({ code: 'SEARCH_TOO_BROAD' });
  });

  it('sums all that a search finds, in slices, also if an answer does not wait for them', async () => {
    const one = await expenseModel(service.documents).findOne({ _id: ids.train }).lean();
    const rows = expenseModel(service.documents, 'expenses_found');
    await rows.createIndexes();
    const stored = Array.from({ length: 2_500 }, (_, at) => ({ ...one, _id: `e${at}`, createdAt: `2026-${at}` }));
    await rows.collection.insertMany(stored as never[]);
    const filter = { ...noFilter, q: 'night' };
    const sums = new SummaryStore(service.documents);
    const all = { totals: [{ status: 'submitted', count: 2_500, total: '300000.00' }], complete: true };
    expect(await new ListQueries(new ExpenseQueries(rows), sums).summary(null, filter, '1')).toMatchObject(all);
    const lists = new ListQueries(new ExpenseQueries(rows), sums, new RunningSums(0));
    const summed = await eventually(async () => {
      const summary = await lists.summary(null, filter, '1');
      return summary.complete && summary;
    });
    expect(summed).toMatchObject(all);
  });

  it('leaves out an expense whose text has been removed', async () => {
    const whole = await expenseModel(service.documents).findOne({ status: 'submitted' }).lean();
    const { json: _, ...damaged } = { ...whole, _id: 'damaged' };
    const rows = expenseModel(service.documents, 'expenses_damaged');
    await rows.createIndexes();
    await rows.collection.insertMany([whole, damaged] as never[]);
    const request = { userId: null, limit: 10, cursor: null, sort: 'created_at', filter: noFilter } as const;
    const { expenses } = await new ExpenseQueries(rows).page(request);
    const listed = JSON.parse(Buffer.from(expenses ?? []).toString()) as ExpenseJson[];
    expect(listed.map(({ id }) => id)).toEqual([whole?._id]);
  });

  it('finds an expense by the id people see', async () => {
    const [lunch] = (await ask(boss, { q: 'lunch' })).rows;
    expect(named((await ask(boss, { q: lunch?.expense_id.toLowerCase() ?? '' })).rows)).toEqual(['lunch']);
  });

  it('has only the expenses asked for by either id, of one’s own', async () => {
    const [lunch, laptop] = [...(await ask(boss, { q: 'lunch' })).rows, ...(await ask(boss, { q: 'laptop' })).rows];
    const asked = [lunch?.expense_id.toLowerCase() ?? '', laptop?.id ?? '', 'EXP-NOTHING'];
    expect(named((await ask(boss, {}, { ids: asked })).rows)).toEqual(['laptop', 'lunch']);
    expect(named((await ask(boss, {}, { ids: asked.slice(0, 1) })).rows)).toEqual(['lunch']);
    expect(named((await ask(cleo, {}, { ids: asked })).rows)).toEqual(['lunch']);
    expect(named((await ask(boss, {}, { ids: [ids.deleted ?? ''] })).rows)).toEqual([]);
  });

  it('sorted by date has the newest expenses first and undated ones last', async () => {
    expect(named((await ask(boss, {}, { sort: 'date' })).rows)).toEqual(['train', 'laptop', 'lunch', 'open']);
  });

  it('sorted by oldest has the latest submission last', async () => {
    expect(named((await ask(boss, {}, { sort: 'oldest' })).rows)).toEqual(['train', 'lunch', 'laptop', 'open']);
  });

  it('continues after a cursor in each order, and refuses a cursor of another order', async () => {
    for (const sort of ['created_at', 'date', 'oldest'] as const) {
      const whole = named((await ask(boss, {}, { sort })).rows);
      const paged: ReturnType<typeof named> = [];
      for (let cursor: string | null = null; ;) {
        const page = await ask(boss, {}, { sort, cursor, limit: 1 });
        paged.push(...named(page.rows));
        cursor = page.nextCursor;
        if (cursor === null) break;
      }
      expect(paged).toEqual(whole);
    }
    const { nextCursor } = await ask(boss, {}, { limit: 1 });
    await expect(ask(boss, {}, { cursor: nextCursor, sort: 'date' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  describe('is summarised', () => {
    const summarize = (context = boss, filter: Partial<Request['filter']> = {}) =>
      service.call(
        summarizeExpenses,
        { scope: context === boss ? 'all' : 'own', filter: { ...noFilter, ...filter } },
        context,
      );
    const counts = async (...request: Parameters<typeof summarize>) =>
      Object.fromEntries((await summarize(...request)).totals.map(({ status, count }) => [status, count]));

    it('with count and sum by status, as soon as a command has replied', async () => {
      expect((await summarize(cleo)).totals).toEqual(
        expect.arrayContaining([
          { status: 'submitted', reimbursementCurrency: 'EUR', count: 1, total: '120.00' },
          { status: 'rejected', reimbursementCurrency: 'EUR', count: 1, total: '45.50' },
          { status: 'draft', reimbursementCurrency: 'EUR', count: 1, total: '0.00' },
        ]),
      );
    });

    it.each<[string, Partial<Request['filter']>]>([
      ['nothing', {}],
      ['statuses', { statuses: ['draft', 'rejected'] }],
      ['a category', { category: 'IT' }],
      ['a user by email', { user: 'Dan@example.org' }],
      ['a text', { q: 'n' }],
      ['a reimbursement and a currency', { reimbursementTo: '100', currency: 'EUR' }],
      ['a range of dates', { dateFrom: '2026-05-01', dateTo: '2026-06-09' }],
      ['status, user and text together', { statuses: ['submitted'], user: 'cleo', q: 'night' }],
    ])('filtered by %s as the list is', async (_, filter) => {
      const listed: Record<string, number> = {};
      for (const { status } of (await ask(boss, filter)).rows) listed[status] = (listed[status] ?? 0) + 1;
      expect(await counts(boss, filter)).toEqual(listed);
    });

    it('with the categories in use, whatever the filter', async () => {
      expect((await summarize(cleo, { category: 'IT' })).categories).toEqual(['Plane / Train', 'Restaurant']);
      expect((await summarize(boss, { q: 'laptop' })).categories).toEqual(['IT', 'Plane / Train', 'Restaurant']);
    });

    it('only by super admins for all users', async () => {
      const request = { scope: 'all' as const, filter: noFilter };
      await expect(service.call(summarizeExpenses, request, cleo)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    });
  });

  it('keeps its version until an expense in it changes', async () => {
    const [mine, everybody] = [(await ask(dan)).version, (await ask()).version];
    expect(await ask(dan, {}, { knownVersions: ['x', mine] })).toMatchObject({ expenses: null, version: mine });
    await service.call(createExpense, aSubmission({ amount: '3.00' }), cleo);
    expect((await ask(dan, {}, { knownVersions: [mine] })).expenses).toBeNull();
    const now = await ask(boss, {}, { knownVersions: [everybody] });
    expect(now.rows.length).toBeGreaterThan(0);
    await service.call(createExpense, aSubmission({ amount: '4.00' }), dan);
    expect((await ask(dan, {}, { knownVersions: [mine] })).rows).toHaveLength(2);
  });

  it('limits a page to what one message carries', async () => {
    const eve = as('eve');
    const justification = '"\\'.repeat(1000);
    for (let i = 0; i < 210; i += 1) {
      await service.call(createExpense, aSubmission({ justification, amount: `${i + 1}.00` }), eve);
    }
    const first = await ask(eve, {}, { limit: 500 });
    expect(first.rows.length).toBeLessThan(210);
    expect(first.expenses?.length).toBeLessThan(1_000_000);
    const second = await ask(eve, {}, { limit: 500, cursor: first.nextCursor });
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(210);
  });
});
