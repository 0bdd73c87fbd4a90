import { jest } from '@jest/globals';
import {
  amendExpenseRoute,
  deleteDraftRoute,
  expenseHistoryRoute,
  explainExpenseRoute,
  listAllExpensesRoute,
  listAllReportsRoute,
  listInvitesRoute,
  listOwnExpensesRoute,
  listOwnReportsRoute,
  listUsersRoute,
  showAnalyticsRoute,
  summarizeAllExpensesRoute,
  summarizeOwnExpensesRoute,
} from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import type { Api, RequestOptions } from './testing/api.js';
import { startCompany, type Company, type Person } from './testing/company.js';
import { pdf } from './testing/receipt-files.js';
import { whenReady } from './testing/when-ready.js';

const MINUTE = 60_000;
/** Each instant is a snapshot of its own, made one after another for a person. */
jest.setTimeout(3 * MINUTE);

describe('lists, summaries, reports and people as of an instant', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  /** Each instance makes its own snapshot of an instant, so that any question may have to wait for one. */
  const ask: Api['call'] = (route, options) => whenReady(() => company.api.call(route, options));
  const replyAbout = (path: string, options: RequestOptions) =>
    eventually(async () => {
      const reply = await company.api.send('GET', path, options);
      return reply.status !== 503 && reply;
    });

  const exportedAt = (query: Readonly<Record<string, string>>) =>
    whenReady(async () => {
      const { status, bytes } = await company.api.send('GET', '/api/admin/expenses/export', {
        as: company.root,
        query,
      });
      if (status !== 200) throw new Error(bytes.toString());
      return bytes.toString();
    });

  /** All answers about the past; without an instant, about the present. */
  async function answers(as_of?: string) {
    const { root, mia, paul } = company;
    const others = { user: `${mia.user.email},${paul.user.id}`, duplicates: 'no' };
    const query: Readonly<Record<string, string>> = as_of === undefined ? {} : { as_of };
    const all = (filter: object) => ask(listAllExpensesRoute, { as: root, query: { ...query, ...filter } });
    return {
      all: await all({}),
      approved: await all({ status: 'approved' }),
      byUser: await all({ user: mia.user.email, sort: 'date' }),
      byUsers: await all(others),
      found: await all({ q: 'taxi' }),
      firstPage: await all({ limit: '2', sort: 'oldest' }),
      exported: await exportedAt(query),
      exportedByUsers: await exportedAt({ ...query, ...others }),
      own: await ask(listOwnExpensesRoute, { as: mia, query }),
      summary: await ask(summarizeAllExpensesRoute, { as: root, query }),
      summaryByUsers: await ask(summarizeAllExpensesRoute, { as: root, query: { ...query, ...others } }),
      foundSummary: await ask(summarizeAllExpensesRoute, { as: root, query: { ...query, q: 'taxi' } }),
      ownSummary: await ask(summarizeOwnExpensesRoute, { as: mia, query }),
      analytics: await ask(showAnalyticsRoute, { as: root, query }),
      users: await ask(listUsersRoute, { as: root, query }),
      invites: await ask(listInvitesRoute, { as: root, query }),
      reports: await ask(listAllReportsRoute, { as: root, query }),
      ownReports: await ask(listOwnReportsRoute, { as: mia, query }),
    };
  }

  it('are what they were answered then', async () => {
    const past: { readonly at: string; readonly answered: Awaited<ReturnType<typeof answers>> }[] = [];
    const remember = async () => {
      past.push({ at: company.now().toISOString(), answered: await answers() });
      company.clock.forward(MINUTE);
    };
    const { api, root, mia, paul } = company;
    const [taxi, lunch] = [
      await company.claim({ justification: 'Taxi to the airport' }),
      await company.claim({ justification: 'Lunch', amount: '31.10' }),
    ];
    await remember();
    await company.approve(taxi);
    const json = { metadata: { category: 'Hotel' }, reimbursement: { amount: 12.5, reason: 'Half' } };
    await api.call(amendExpenseRoute, { as: root, params: { id: lunch.id }, json });
    await remember();
    await company.expense('draft', mia, { justification: 'A taxi, not sent yet' });
    await company.expense('rejected', paul, { justification: 'Taxi of another' });
    await api.send('PUT', `/api/admin/users/${paul.user.id}/role`, { as: root, json: { last_name: 'Renamed' } });
    await company.addPerson('team_member');
    await remember();
    await company.expense('paid', mia);
    await eventually(async () => {
      const { reports } = await api.call(listOwnReportsRoute, { as: mia });
      return reports.every(({ status }) => status === 'ready');
    });
    await remember();
    for (const { at, answered } of past.reverse()) expect(await answers(at)).toEqual(answered);
    expect(new Set(past.map(({ answered }) => JSON.stringify(answered))).size).toBe(past.length);
  });

  it('show the receipt, trail and computation of that instant, even for a draft deleted later', async () => {
    const { api, root, mia, paul } = company;
    const [first, second] = [pdf('the first receipt'), pdf('the second receipt')];
    const draft = await company.claim({ status: 'draft', currency: 'USD' }, { receipt: first });
    const as_of = company.now().toISOString();
    company.clock.forward(MINUTE);
    const form = company.form({ status: 'draft' }, second);
    await api.send('PUT', `/api/expenses/${draft.id}`, { as: mia, form });
    await api.call(deleteDraftRoute, { as: mia, params: { id: draft.id } });
    company.clock.forward(MINUTE);

    const query = { as_of };
    const [listed] = await ask(listAllExpensesRoute, { as: root, query: { ...query, id: draft.id } });
    expect(listed).toEqual(draft);
    const receipt = (as: Person, query = {}) => replyAbout(`/uploads/${draft.receipt}`, { as, query });
    expect((await receipt(root, query)).bytes.equals(Buffer.from(await first.arrayBuffer()))).toBe(true);
    expect((await receipt(root)).status).toBe(404);
    expect((await receipt(paul, query)).status).toBe(404);
    expect((await receipt(root, { as_of: company.now().toISOString() })).status).toBe(404);

    const params = { id: draft.id };
    const { history } = await ask(expenseHistoryRoute, { as: root, params, query });
    expect(history.map(({ event_type }) => event_type)).toEqual(['ExpenseDrafted', 'ReceiptAttached']);
    const why = await ask(explainExpenseRoute, { as: root, params, query });
    expect(why.reimbursement?.value).toBe(draft.reimbursement_amount?.toFixed(2));
    for (const path of ['audit', 'why'])
      for (const [as, query] of [
        [root, {}],
        [paul, { as_of }],
      ] as const)
        expect((await replyAbout(`/api/expenses/${draft.id}/${path}`, { as, query })).status).toBe(404);
  });

  it('of the future, or of no instant, are refused', async () => {
    const future = new Date(company.now().getTime() + MINUTE).toISOString();
    for (const path of [
      'expenses-with-users',
      'expenses/summary',
      'analytics',
      'users',
      'invites',
      'reports',
      'my-reports',
    ])
      for (const as_of of [future, 'yesterday', '2026-02-31', '2026-03-01'])
        expect([
          path,
          await company.api.expectError('GET', `/api/admin/${path}`, { as: company.root, query: { as_of } }),
        ]).toMatchObject([path, { status: 400 }]);
  });

  it('before the first event are empty', async () => {
    const { all, summary, users } = await answers('2001-01-01T00:00:00Z');
    expect({ all, summary, users }).toEqual({
      all: [],
      summary: { totals: [], categories: [], complete: true },
      users: [],
    });
  });
});
