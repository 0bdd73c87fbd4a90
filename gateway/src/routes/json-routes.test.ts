import * as contracts from '@outlay/contracts';
import { routePath, type Route } from '@outlay/contracts';
import { report } from '../testing/test-reports.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

/** A good request to each route that answers JSON, by the contract's name. */
const requests: Record<string, unknown> = {
  loginRoute: { email: ' Ada@Example.com ', password: 'right' },
  registerRoute: {
    email: 'a@b.co',
    password: 'Abcdef1234!',
    first_name: 'A',
    last_name: 'B',
    invite_token: 'token',
  },
  resetPasswordRoute: { email: 'a@b.co', code: '123456', newPassword: 'Abcdef1234!' },
  changePasswordRoute: { currentPassword: 'old', newPassword: 'newer1' },
  profileRoute: undefined,
  listUsersRoute: undefined,
  updateUserRoute: { role: 'partner', first_name: 'Eve' },
  createResetCodeRoute: undefined,
  createInviteRoute: { email: 'new@example.com' },
  listInvitesRoute: undefined,
  listOwnExpensesRoute: undefined,
  listAllExpensesRoute: undefined,
  createExpenseRoute: { status: 'draft' },
  reviseExpenseRoute: { status: 'submitted', amount: 12.5 },
  deleteDraftRoute: undefined,
  auditExpenseRoute: undefined,
  expenseHistoryRoute: undefined,
  findDuplicatesRoute: undefined,
  createOnBehalfRoute: {
    user_id: 'member',
    date: '2026-02-27',
    category: 'Meals',
    justification: 'Lunch',
    amount: 12.5,
    currency: 'EUR',
    status: 'submitted',
    no_receipt: 'true',
  },
  amendExpenseRoute: {
    original: { amount: 99.5, clear_override: true },
    reimbursement: { amount: 90, reason: 'agreed' },
  },
  approveExpenseRoute: { approve_anyway: true },
  rejectExpenseRoute: { admin_notes: ' Blurred ' },
  revertExpenseRoute: undefined,
  payExpensesRoute: { expense_ids: ['EXP-1', 2], user_name: 'Ada' },
  listOwnReportsRoute: undefined,
  listAllReportsRoute: undefined,
  previewReportRoute: undefined,
  exchangeRateRoute: undefined,
};
const jsonRoutes = Object.entries(contracts).flatMap(([name, value]) => {
  const route = value as unknown as Route;
  const isJson = name.endsWith('Route') && typeof value === 'object' && route.answer !== 'file';
  return isJson && name !== 'uploadReceiptRoute' ? [[name, route] as const] : [];
});

describe('a good request', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  const send = async (name: keyof typeof requests) => {
    const route = Object.fromEntries(jsonRoutes)[name];
    if (!route) throw new Error(`${name} is no route`);
    const path = routePath(route, { id: 'member', filename: report.filename });
    const query = name === 'exchangeRateRoute' ? '?from=usd&to=EUR&date=2026-02-27' : '';
    const response = await gateway.call(path + query, { method: route.method, as: 'admin', json: requests[name] });
    return { route, status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it.each(jsonRoutes)('to %s gets the status and the reply of its contract', async (name) => {
    expect(Object.keys(requests)).toContain(name);
    const { route, status, body } = await send(name);
    expect(status).toBe(route.status ?? 200);
    const reply = route.reply.safeParse(body);
    expect(reply.error?.issues ?? []).toEqual([]);
    // The reply has the contract's fields and no others.
    expect(reply.data).toEqual(body);
  });

  it('to change parts of an expense changes those parts only', async () => {
    const { body } = await send('amendExpenseRoute');
    expect(body.expense).toMatchObject({
      amount: 99.5,
      type: 'Hotel',
      override_exchange_rate: null,
      reimbursement_reason: 'agreed',
    });
  });

  it('to pay tells the count, the payment and its report', async () => {
    const { body } = await send('payExpensesRoute');
    expect(body).toMatchObject({
      message: '2 expenses marked as paid and report generated!',
      payment_id: 'payment-1',
      report: { filename: report.filename, total_amount: 110.86 },
    });
  });

  it('to reject trims the reason', async () => {
    const { body } = await send('rejectExpenseRoute');
    expect(body.expense).toMatchObject({ status: 'rejected', admin_notes: 'Blurred' });
  });

  it('acts as the person the session belongs to', async () => {
    const { body } = await send('approveExpenseRoute');
    expect(body.expense).toMatchObject({ approved_by_email: 'admin@example.com' });
  });

  it('with an empty payload approves as documented', async () => {
    const response = await gateway.call('/api/admin/expenses/EXP-1/approve', {
      method: 'PUT',
      as: 'admin',
      headers: { 'content-type': 'application/json' },
    });
    // The service finds duplicates; the point is that the empty body got that far.
    expect(await response.json()).toMatchObject({ code: 'POSSIBLE_DUPLICATE' });
  });

  it('carries a duplicate warning where there is one', async () => {
    const json = { status: 'submitted', justification: 'Again' };
    const response = await gateway.call('/api/expenses', { method: 'POST', as: 'member', json });
    expect(await response.json()).toMatchObject({
      message: 'Expense submitted successfully!',
      expense: { user_id: 'member' },
      duplicate_warning: { expense_id: 'EXP-7', justification: 'Again', message: 'Like EXP-7' },
    });
  });

  it('may not name its own user, status or approver', async () => {
    const json = { status: 'draft', user_id: 'admin', approved_by: 'me', role: 'super_admin' };
    const response = await gateway.call('/api/expenses', { method: 'POST', as: 'member', json });
    expect(await response.json()).toMatchObject({ expense: { user_id: 'member', approved_by_email: null } });
    const paid = await gateway.call('/api/expenses', { method: 'POST', as: 'member', json: { status: 'paid' } });
    expect(paid.status).toBe(400);
  });

  it('with a query parameter sent twice or dressed up as an operator is refused', async () => {
    for (const query of ['from=USD&from=EUR&to=EUR&date=2026-02-27', 'from[$ne]=x&to=EUR&date=2026-02-27']) {
      expect((await gateway.call(`/api/exchange-rate?${query}`)).status).toBe(400);
    }
  });
});
