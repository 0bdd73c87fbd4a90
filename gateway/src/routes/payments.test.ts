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

  const pay = (id: string) =>
    gateway.call('/api/admin/expenses/bulk-mark-paid', {
      method: 'POST',
      as: 'admin',
      json: { expense_ids: [id], user_name: 'Ada' },
    });

  it('whose report is not listed returns none', async () => {
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
