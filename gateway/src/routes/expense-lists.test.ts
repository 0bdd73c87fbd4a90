import { EXPENSE_PAGE, EXPORT_TYPES, type ExpenseJson } from '@outlay/contracts';
import { readSheet } from 'read-excel-file/node';
import { TestExpenses } from '../testing/test-expenses.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';
import { FIRST_SLICE } from './expense-lists.js';

describe('the list of all expenses', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterEach(() => {
    TestExpenses.total = 3;
    TestExpenses.failsAt = 'never';
  });
  afterAll(() => gateway.close());
  const list = () => gateway.call('/api/admin/expenses-with-users', { as: 'admin' });

  it.each([0, 1, FIRST_SLICE, FIRST_SLICE + 1, 3 * EXPENSE_PAGE])('of %d is one array, in order', async (total) => {
    TestExpenses.total = total;
    const response = await list();
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const expenses = (await response.json()) as ExpenseJson[];
    expect(expenses.map(({ id }) => id)).toEqual(Array.from({ length: total }, (_, i) => `e-${i}`));
  });

  it('that fails at the first page has the status of the error', async () => {
    TestExpenses.failsAt = null;
    const response = await list();
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ message: 'The list is down.' });
  });

  it('that fails later never looks complete', async () => {
    TestExpenses.total = 2 * EXPENSE_PAGE;
    TestExpenses.failsAt = String(FIRST_SLICE);
    await expect(list().then((response) => response.json())).rejects.toThrow();
  });

  it('is exported as a whole, one line for each expense', async () => {
    TestExpenses.total = 2 * EXPENSE_PAGE + 1;
    const response = await gateway.call('/api/admin/expenses/export?status=paid&sort=oldest', { as: 'admin' });
    expect(response.headers.get('content-type')).toBe(EXPORT_TYPES.csv);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="expenses_\d{4}-\d\d-\d\d\.csv"/,
    );
    const [head = '', ...lines] = Buffer.from(await response.arrayBuffer())
      .toString()
      .split('\r\n');
    expect(head).toMatch(/^\uFEFF"Date","Expense ID","Person"/);
    expect(lines).toHaveLength(TestExpenses.total + 1);
    expect(lines.at(-1)).toBe('');
    expect(lines[0]).toContain(',120.5,');
    expect(TestExpenses.lastList).toMatchObject({ scope: 'all', sort: 'oldest', filter: { statuses: ['paid'] } });
  });

  it('is exported as a workbook as well, with the same columns, and numbers and times as such', async () => {
    TestExpenses.total = EXPENSE_PAGE + 1;
    const exported = async (format: string) =>
      gateway.call(`/api/admin/expenses/export?format=${format}&sort=oldest`, { as: 'admin' });
    const response = await exported('xlsx');
    expect(response.headers.get('content-type')).toBe(EXPORT_TYPES.xlsx);
    expect(response.headers.get('content-disposition')).toMatch(/filename="expenses_\d{4}-\d\d-\d\d\.xlsx"/);
    const [head = [], ...rows] = await readSheet(Buffer.from(await response.arrayBuffer()));
    const [csvHead] = (await (await exported('csv')).text()).replace('\uFEFF', '').split('\r\n');
    expect(head.map((name) => `"${String(name)}"`).join()).toBe(csvHead);
    expect(rows).toHaveLength(TestExpenses.total);
    const last = Object.fromEntries(head.map((name, column) => [String(name), rows.at(-1)?.[column]]));
    expect(last).toMatchObject({
      'Original Amount': 120.5,
      'Exchange Rate': 0.92,
      'Admin Notes': null,
      Submitted: new Date('2026-03-01T10:00:00Z'),
    });
    expect((await exported('pdf')).status).toBe(400);
  });

  it('that fails later never looks like a complete workbook', async () => {
    TestExpenses.total = 2 * EXPENSE_PAGE;
    TestExpenses.failsAt = String(FIRST_SLICE);
    const response = await gateway.call('/api/admin/expenses/export?format=xlsx', { as: 'admin' });
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  it.each([
    'limit=0',
    'limit=501',
    'limit=ten',
    'status=open',
    'sort=amount',
    'q=a&q=b',
    'date_from=2026-02-30',
    'reimbursement_to=1.005',
    'date_from=2026-06-02&date_to=2026-06-01',
    'reimbursement_from=10&reimbursement_to=9.99',
    'amended=true',
    'duplicates=yes',
    'currency=eur',
    'date_form=2026-06-01',
    'id=',
    'id=a;b',
  ])('rejects %s', async (query) => {
    expect((await gateway.call(`/api/expenses?${query}`, { as: 'member' })).status).toBe(400);
  });

  it('of states asks for these, in the same pages', async () => {
    TestExpenses.total = 30;
    const response = await gateway.call('/api/admin/expenses/states?status=paid&sort=oldest&limit=10', { as: 'admin' });
    expect(TestExpenses.lastList).toMatchObject({ states: true, limit: 10, filter: { statuses: ['paid'] } });
    expect(response.headers.get('link')).toMatch(/^<\/api\/admin\/expenses\/states\?.*cursor=10>; rel="next"$/);
    for (const refused of ['id=EXP-1', 'as_of=2026-03-02T09:00:00Z'])
      expect((await gateway.call(`/api/admin/expenses/states?${refused}`, { as: 'admin' })).status).toBe(400);
  });

  it('is filtered by several people and by duplicates', async () => {
    const query = `user=${encodeURIComponent(' ada@example.com,e-2')}&duplicates=no`;
    await gateway.call(`/api/admin/expenses-with-users?${query}`, { as: 'admin' });
    expect(TestExpenses.lastList?.filter).toMatchObject({ user: ' ada@example.com,e-2', duplicates: 'no' });
  });

  it.each([
    ['user=ada@example.com,', 'must be ids or emails, separated by commas'],
    [`user=${Array.from({ length: 21 }, (_, at) => `user-${at}`).join()}`, 'must be at most 20 people'],
    ['duplicates=maybe', 'yes'],
  ])('of all people rejects %s in words', async (query, words) => {
    const response = await gateway.call(`/api/admin/expenses-with-users?${query}`, { as: 'admin' });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(words)]);
  });

  it('of reports contains all pages, too', async () => {
    const all = (await (await gateway.call('/api/admin/reports', { as: 'admin' })).json()) as { id: string }[];
    const own = (await (await gateway.call('/api/admin/my-reports', { as: 'member' })).json()) as { reports: unknown };
    expect(all.map(({ id }) => id)).toEqual(['report-1', 'report-2']);
    expect(own.reports).toEqual(all);
  });
});
