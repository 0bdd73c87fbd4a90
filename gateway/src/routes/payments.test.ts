import { TestExpenses } from '../testing/test-expenses.js';
import { TestReports } from '../testing/test-reports.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

describe('a payment', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterEach(() => {
    TestReports.down = false;
  });
  afterAll(() => gateway.close());

  const pay = (id: string, over: object = {}) =>
    gateway.call('/api/admin/expenses/bulk-mark-paid', {
      method: 'POST',
      as: 'admin',
      json: { expense_ids: [id], user_name: 'Ada', ...over },
    });

  it('passes on the figures that were shown', async () => {
    const revisions = { 'EXP-1': 3, 'expense-2': 0 };
    const heads = { 'EXP-1': 'a'.repeat(64) };
    expect((await pay('EXP-1', { expected_total: 0.1 + 0.2, revisions, heads })).status).toBe(200);
    expect(TestExpenses.lastFigures).toEqual({ expectedTotal: '0.30', revisions, heads });
    await pay('EXP-1');
    expect(TestExpenses.lastFigures).toEqual({});
  });

  it.each([
    [{ expected_total: '10.00' }, 'expected_total'],
    [{ expected_total: -1 }, 'expected_total'],
    [{ expected_total: 1e15 }, 'expected_total'],
    [{ revisions: { 'EXP-1': 1.5 } }, 'revisions.EXP-1'],
    [{ revisions: { 'EXP-1': -1 } }, 'revisions.EXP-1'],
    [{ revisions: [3] }, 'revisions'],
    [{ revisions: { 'EXP-1': 3 }, heads: { 'EXP-1': 'a' } }, 'heads.EXP-1'],
    [{ revisions: Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`e${i}`, 1])) }, 'revisions'],
  ])('is refused for malformed figures: %#', async (figures, field) => {
    const response = await pay('EXP-1', figures);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_INPUT', details: [{ field }] });
  });

  it('says what was not paid', async () => {
    const response = await pay('EXP-1', { expense_ids: ['EXP-1', 'changed'] });
    expect(await response.json()).toMatchObject({
      message: '1 expenses marked as paid and report generated! Not paid: changed',
      skipped: {
        already_paid: [],
        changed: [{ expense_id: 'changed', expected: null, actual: { reimbursement_amount: 90 } }],
      },
    });
  });

  it('returns its report, also when it was repeated after many others', async () => {
    const response = await pay('repeated');
    expect(await response.json()).toMatchObject({ payment_id: 'payment-2', report: { id: 'report-2' } });
  });

  it('that has no report yet returns none', async () => {
    const response = await pay('unreported');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ payment_id: 'payment-0', report: null });
  });

  it('succeeds while the reports service is unavailable', async () => {
    TestReports.down = true;
    const response = await pay('EXP-1');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ payment_id: 'payment-1', report: null });
  });
});
