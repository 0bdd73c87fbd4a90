import type { ReimbursementCurrency } from '@outlay/rules';
import { fillReadModel, rebuildReadModel } from '../projections/rebuild.js';
import { SummaryProjection } from '../projections/summary.projection.js';
import { SummaryTally } from '../projections/summary-tally.js';
import { aClaim, aCommand, anna } from '../testing/builders.js';
import { openTestStreams, system } from '../testing/test-streams.js';
import { AnalyticsQueries, analyticsRequestOf } from './analytics.queries.js';
import { expenseModel } from './expense.model.js';
import { SummaryStore } from './summary.store.js';

const ben = { id: 'ben', name: 'Ben Beck', email: 'ben@example.org' };
const NOW = '2026-07-01T12:00:00.000Z';

describe('analytics', () => {
  let streams: Awaited<ReturnType<typeof openTestStreams>>;
  let sums: SummaryStore;
  beforeEach(async () => {
    streams = await openTestStreams();
    sums = new SummaryStore(streams.documents);
  });
  afterEach(() => streams.close());

  const create = (
    id: string,
    details: Parameters<typeof aClaim>[0],
    over: Parameters<typeof aCommand.create>[0] = {},
  ) => streams.submit(id, { details: aClaim(details), ...over });
  const does = (id: string, command: Parameters<Parameters<typeof streams.expenses.execute>[2]>[0] | object) =>
    streams.expenses.execute(id, system, () => command as never);
  const counted = () => new SummaryProjection(sums, streams.events).catchUp();
  const show = (asked: Parameters<typeof analyticsRequestOf>[0] = {}) =>
    new AnalyticsQueries(sums).show(analyticsRequestOf(asked, NOW));
  const stored = async () => (await sums.pageOfAnalytics('~', 100)).map(({ _id, cells }) => [_id, JSON.parse(cells)]);

  /** Claims of two people, months and currencies in every status. */
  async function someHistory() {
    await create('draft', {}, { status: 'draft' });
    await create('may', { date: '2026-05-30', amount: '0.10' });
    await create('june', { amount: '0.20', currency: 'USD', category: 'Hotel' });
    const owner = { opening: { expenseId: 'EXP-of-ben', owner: ben } };
    await create('of-ben', { amount: '7.00' }, { ...owner, reimbursementCurrency: 'USD' as ReimbursementCurrency });
    await create('rejected', { amount: '1000.00' });
    await does('rejected', aCommand.reject());
    streams.clock.advance({ days: 3 });
    for (const id of ['may', 'june']) await does(id, aCommand.approve());
    streams.clock.advance({ days: 2 });
    await does('june', aCommand.pay('p1'));
  }

  it('sum spending by each dimension, each currency on its own, and count the days of waiting', async () => {
    await someHistory();
    await counted();
    expect(await show()).toEqual({
      from: '2025-08',
      to: '2026-07',
      months: [
        { key: '2026-05', currency: 'EUR', count: 1, total: '0.10', people: null },
        { key: '2026-06', currency: 'USD', count: 1, total: '7.00', people: null },
        { key: '2026-06', currency: 'EUR', count: 1, total: '0.20', people: null },
      ],
      categories: [
        { key: 'Restaurant', currency: 'USD', count: 1, total: '7.00', people: null },
        { key: 'Hotel', currency: 'EUR', count: 1, total: '0.20', people: null },
        { key: 'Restaurant', currency: 'EUR', count: 1, total: '0.10', people: null },
      ],
      classifications: [
        { key: 'investment', currency: 'USD', count: 1, total: '7.00', people: null },
        { key: 'investment', currency: 'EUR', count: 2, total: '0.30', people: null },
      ],
      currencies: [
        { key: 'EUR', currency: 'EUR', count: 2, total: '7.10', people: null },
        { key: 'USD', currency: 'USD', count: 1, total: '0.20', people: null },
      ],
      people: [
        { key: ben.id, currency: 'USD', count: 1, total: '7.00', people: null },
        { key: anna.id, currency: 'EUR', count: 2, total: '0.30', people: null },
      ],
      outliers: [],
      approval: [{ days: 3, count: 2 }],
      payment: [{ days: 2, count: 1 }],
      unpaid: [{ key: '13', currency: 'EUR', count: 1, total: '0.10', people: null }],
    });
  });

  it('cover only the requested months and statuses', async () => {
    await someHistory();
    await counted();
    const { months, unpaid } = await show({ from: '2026-06', to: '2026-06', statuses: ['rejected', 'paid'] });
    expect(months.map(({ key, count, total }) => [key, count, total])).toEqual([['2026-06', 2, '1000.20']]);
    expect(unpaid).toHaveLength(1);
    for (const from of ['2026-08', '2021-07'])
      expect(() => analyticsRequestOf({ from }, NOW)).toThrow('must be a month of the 60 up to 2026-07');
  });

  it('name a month of a person above three times the median of three others', async () => {
    const months = [
      ['2026-03', '10.00'],
      ['2026-04', '20.00'],
      ['2026-05', '30.00'],
      ['2026-06', '60.00'],
    ] as const;
    for (const [month, amount] of months) await create(month, { date: `${month}-01`, amount });
    await counted();
    expect((await show()).outliers).toEqual([]);
    await create('more', { date: '2026-06-02', amount: '0.01' });
    await counted();
    expect((await show()).outliers).toEqual([
      { key: anna.id, month: '2026-06', currency: 'EUR', count: 2, total: '60.01', median: '20.00', people: null },
    ]);
    expect((await show({ from: '2026-04' })).outliers).toEqual([]);
  });

  it('follow a claim that changes its month, and forget it where it was', async () => {
    await create('one', { date: '2026-05-30' });
    await counted();
    await does('one', aCommand.revise({ details: aClaim({ date: '2026-06-01', amount: '5.00' }) }));
    await counted();
    const { months, people } = await show();
    expect(months.map(({ key, total }) => [key, total])).toEqual([['2026-06', '5.00']]);
    expect(people).toMatchObject([{ key: anna.id, count: 1, total: '5.00' }]);
  });

  it.each([
    ['rebuilt', rebuildReadModel],
    ['filled', fillReadModel],
  ])('are the same when they are %s from the events, or from rows', async (_, make) => {
    await someHistory();
    await counted();
    const live = await stored();
    await make(streams.documents, streams.events);
    const nonEmpty = (documents: typeof live) => documents.filter(([, cells]) => cells.length > 0);
    expect(await stored()).toEqual(nonEmpty(live));
    const tally = new SummaryTally();
    await tally.addRows(expenseModel(streams.documents));
    const ofRows = tally.analytics(null).map(({ _id, cells }) => [_id, JSON.parse(cells)]);
    expect(ofRows.sort()).toEqual(nonEmpty(live).sort());
  });
});
