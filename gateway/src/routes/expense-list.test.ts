import { EXPENSE_PAGE, type ExpenseJson } from '@outlay/contracts';
import { TestExpenses } from '../testing/test-expenses.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

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

  it.each([0, 1, EXPENSE_PAGE, EXPENSE_PAGE + 1, 3 * EXPENSE_PAGE])('of %d is one array, in order', async (total) => {
    TestExpenses.total = total;
    const response = await list();
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const expenses = (await response.json()) as ExpenseJson[];
    expect(expenses.map(({ id }) => id)).toEqual(Array.from({ length: total }, (_, i) => `e-${i}`));
  });

  it('has numbers at the edge where messages carry decimals', async () => {
    const [first] = (await (await list()).json()) as ExpenseJson[];
    expect(first).toMatchObject({ amount: 120.5, exchange_rate: 0.92, reimbursement_amount: 110.86 });
  });

  it('that breaks down at the first page keeps the status of its error', async () => {
    TestExpenses.failsAt = null;
    const response = await list();
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ message: 'The list is down.' });
  });

  it('that breaks down later never looks complete', async () => {
    TestExpenses.total = 2 * EXPENSE_PAGE;
    TestExpenses.failsAt = String(EXPENSE_PAGE);
    await expect(list().then((response) => response.json())).rejects.toThrow();
  });

  it('of my own expenses holds mine', async () => {
    const response = await gateway.call('/api/expenses', { as: 'member' });
    expect(((await response.json()) as ExpenseJson[]).map((expense) => expense.user_id)).toEqual(
      Array(3).fill('member'),
    );
  });

  it('of reports goes over all pages, too', async () => {
    const all = (await (await gateway.call('/api/admin/reports', { as: 'admin' })).json()) as { id: string }[];
    const own = (await (await gateway.call('/api/admin/my-reports', { as: 'member' })).json()) as { reports: unknown };
    expect(all.map(({ id }) => id)).toEqual(['report-1', 'report-2']);
    expect(own.reports).toEqual(all);
  });
});
