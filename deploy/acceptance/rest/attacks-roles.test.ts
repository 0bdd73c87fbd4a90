import {
  auditExpenseRoute,
  createInviteRoute,
  createOnBehalfRoute,
  loginRoute,
  registerRoute,
} from '@outlay/contracts';
import { expectNoChange } from './testing/attack.js';
import { PASSWORD, startOwnCompany, type Company, type Fields, type Person } from './testing/company.js';
import { pdf } from './testing/receipt-files.js';

const FORBIDDEN = { status: 403, code: 'FORBIDDEN' };

const day = new Date().toISOString().slice(0, 10);
function onBehalfOf(person: Person) {
  const messages = {
    date: day,
    category: 'IT',
    justification: 'Licence',
    amount: 19.99,
    currency: 'EUR',
    no_receipt: true,
  };
  return { user_id: person.user.id, ...messages };
}

describe('attacks with what a role may not set', () => {
  let company: Company;
  beforeAll(async () => (company = await startOwnCompany()));
  afterAll(() => company.close());

  const expectError = (...request: Parameters<Company['api']['expectError']>) =>
    expectNoChange(company, () => company.api.expectError(...request));

  it('a role sent at registration: ignored in favour of the invite’s', async () => {
    const { api, root } = company;
    const email = 'climber@example.org';
    const { token } = await api.call(createInviteRoute, { as: root, json: { email, role: 'team_member' } });
    const names = { first_name: 'Clim', last_name: 'Ber', reimbursement_currency: 'EUR' };
    const wishes = { role: 'super_admin', user: { role: 'super_admin' }, status: 'active', is_admin: true };
    const json = { email, password: PASSWORD, ...names, ...wishes, invite_token: token };
    const { user } = await api.call(registerRoute, { json });
    expect(user).toMatchObject({ role: 'team_member' });
    const climber = await api.call(loginRoute, { json: { email, password: PASSWORD, role: 'super_admin' } });
    expect(await expectError('GET', '/api/admin/users', { as: climber })).toMatchObject(FORBIDDEN);
  });

  it.each(['paid', 'approved', 'rejected', 'deleted', 'SUBMITTED', '', null])(
    'status=%s in a form: 400',
    async (status) => {
      const { mia } = company;
      const draft = await company.expense('draft');
      for (const [method, path] of [
        ['POST', '/api/expenses'],
        ['PUT', `/api/expenses/${draft.id}`],
      ] as const) {
        expect(await expectError(method, path, { as: mia, form: company.form({ status }) })).toMatchObject({
          status: 400,
        });
        expect(await expectError(method, path, { as: mia, json: { status } })).toMatchObject({ status: 400 });
      }
    },
  );

  it('user_id, approved_by and the like in a claim: ignored', async () => {
    const { api, mia, root } = company;
    const wishes = {
      id: 'mine',
      expense_id: 'EXP-1',
      user_id: root.user.id,
      user_email: root.user.email,
      owner: root.user.id,
      approved_by: root.user.id,
      approved_by_email: root.user.email,
      approved_at: '2026-01-01T00:00:00Z',
      paid_at: '2026-01-01T00:00:00Z',
      payment_id: 'x',
      admin_notes: 'ok',
      actor: root.user.id,
    };
    const untouched = { user_id: mia.user.id, user_email: mia.user.email, status: 'submitted' };
    const open = { approved_by_email: null, approved_at: null, paid_at: null, payment_id: null, admin_notes: null };
    const expense = await company.claim(wishes);
    expect(expense).toMatchObject({ ...untouched, ...open });
    expect([expense.id, expense.expense_id]).not.toEqual(expect.arrayContaining(['mine', 'EXP-1']));
    const form = company.form({ ...wishes, justification: 'Again' });
    const { body } = await api.send('PUT', `/api/expenses/${expense.id}`, { as: mia, form });
    expect(Object(body).expense).toMatchObject({ id: expense.id, ...untouched, ...open });
    const { audit_log } = await api.call(auditExpenseRoute, { as: mia, params: { id: expense.id } });
    expect(new Set(audit_log.map((entry) => entry.changed_by_email))).toEqual(new Set([mia.user.email]));
  });

  it('a status or an approver in an expense created on behalf: 400 or ignored', async () => {
    const { api, root, mia } = company;
    const json = { ...onBehalfOf(mia), approved_by: root.user.id, approved_by_email: root.user.email };
    expect(
      await expectError('POST', '/api/admin/expenses', { as: root, json: { ...json, status: 'paid' } }),
    ).toMatchObject({
      status: 400,
    });
    const { expense } = await api.call(createOnBehalfRoute, { as: root, json });
    expect(expense).toMatchObject({ status: 'submitted', approved_by_email: null });
  });

  it.each<[string, Fields, File | null]>([
    ['an override', { currency: 'USD', override_exchange_rate: '0.9', override_reason: 'Mine' }, pdf()],
    ['no_receipt=true', { no_receipt: 'true' }, null],
  ])('%s from a team_member: 403, also in a draft and in an edit', async (_, over, receipt) => {
    const { mia } = company;
    const draft = await company.expense('draft');
    for (const [method, path] of [
      ['POST', '/api/expenses'],
      ['PUT', `/api/expenses/${draft.id}`],
    ] as const) {
      for (const status of ['draft', 'submitted']) {
        const form = company.form({ ...over, status }, receipt);
        expect(await expectError(method, path, { as: mia, form })).toMatchObject(FORBIDDEN);
      }
      const json = { date: company.today(), amount: 9.99, ...over, status: 'draft' };
      expect(await expectError(method, path, { as: mia, json })).toMatchObject(FORBIDDEN);
    }
  });

  it.each(['reimbursement_amount', 'exchange_rate', 'rate'])(
    '%s=99999: ignored, the server calculates it',
    async (name) => {
      const { api, mia } = company;
      const expense = await company.claim({ amount: '10.00', [name]: '99999' });
      expect(expense).toMatchObject({ exchange_rate: 1, reimbursement_amount: 10 });
      const form = company.form({ amount: '11.00', [name]: '99999' });
      const { body } = await api.send('PUT', `/api/expenses/${expense.id}`, { as: mia, form });
      expect(Object(body).expense).toMatchObject({ exchange_rate: 1, reimbursement_amount: 11 });
      const json = { ...onBehalfOf(mia), [name]: 99999 };
      const behalf = await api.call(createOnBehalfRoute, { as: company.root, json });
      expect(behalf.expense).toMatchObject({ exchange_rate: 1, reimbursement_amount: 19.99 });
    },
  );

  it('fetched_exchange_rate doubled to widen the 5%: compared with the server’s rate', async () => {
    const { paul: as } = company;
    const { fetched_exchange_rate: rate } = await company.claim({ currency: 'USD' }, { as });
    const fetched = rate ?? NaN;
    const wide = {
      currency: 'USD',
      fetched_exchange_rate: String(fetched * 2),
      exchange_rate: String(fetched * 2),
      override_reason: 'Card statement',
    };
    for (const factor of [2, 1.9, 1.06, 0.94]) {
      const form = company.form({ ...wide, override_exchange_rate: (fetched * factor).toFixed(6) });
      expect(await expectError('POST', '/api/expenses', { as, form })).toMatchObject({
        status: 400,
        message: 'Override rate exceeds the ±5% limit or is invalid',
      });
    }
    const allowed = await company.claim({ ...wide, override_exchange_rate: (fetched * 1.04).toFixed(6) }, { as });
    expect(allowed.fetched_exchange_rate).toBe(fetched);
  });
});
