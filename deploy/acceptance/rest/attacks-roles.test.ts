import {
  auditExpenseRoute,
  createInviteRoute,
  createOnBehalfRoute,
  loginRoute,
  PERMISSIONS,
  registerRoute,
  type ExpenseJson,
} from '@outlay/contracts';
import { STATUSES } from '@outlay/rules';
import { NON_ADMIN_ROLES, expectNoChange } from './testing/attack.js';
import { PASSWORD, START_TIMEOUT_MS, startCompany, type Company, type Fields, type Person } from './testing/company.js';
import { pdf } from './testing/receipt-files.js';

const FORBIDDEN = { status: 403, code: 'FORBIDDEN' };
const CONFLICT = { status: 409, code: 'CONFLICT' };

const OWNERS = ['their own', 'another’s'] as const;

interface Target {
  readonly person: Person;
  readonly open: ExpenseJson;
  readonly approved: ExpenseJson;
}

const ADMIN_CALLS: Readonly<Record<string, (target: Target) => unknown>> = {
  'GET /api/admin/expenses-with-users': () => undefined,
  'POST /api/admin/expenses': ({ person }) => onBehalfOf(person),
  'PUT /api/admin/expenses/{id}': () => ({ reimbursement: { amount: 9999, reason: 'Because' } }),
  'PUT /api/admin/expenses/{id}/approve': () => ({ approve_anyway: true }),
  'PUT /api/admin/expenses/{id}/reject': () => ({ admin_notes: 'No' }),
  'PUT /api/admin/expenses/{id}/question': () => ({ question: 'Whose?' }),
  'PUT /api/admin/expenses/{id}/unapprove': () => ({}),
  'GET /api/admin/expenses/{id}/audit': () => undefined,
  'GET /api/admin/expenses/{id}/decisions/{revision}': () => undefined,
  'GET /api/admin/expenses/{id}/decisions/{revision}/receipt': () => undefined,
  'GET /api/admin/expenses/{id}/duplicates': () => undefined,
  'POST /api/admin/expenses/bulk-mark-paid': ({ approved }) => ({ expense_ids: [approved.id], user_name: 'x' }),
  'POST /api/admin/payment-runs': ({ approved: { id, revision } }) => ({ expenses: [{ id, revision }] }),
  'GET /api/admin/payment-runs': () => undefined,
  'GET /api/admin/payment-runs/{id}': () => undefined,
  'GET /api/admin/payment-runs/{id}/download': () => undefined,
  'GET /api/admin/exchange-rate-sources': () => undefined,
  'GET /api/admin/views': () => undefined,
  'POST /api/admin/views': () => ({ name: 'Mine', shared: true, filter: {} }),
  'PUT /api/admin/views/{id}': () => ({ name: 'Mine', shared: true, filter: {} }),
  'DELETE /api/admin/views/{id}': () => undefined,
  'GET /api/admin/users': () => undefined,
  'PUT /api/admin/users/{id}/role': () => ({ role: 'super_admin' }),
  'POST /api/admin/users/{id}/reset-code': () => ({}),
  'PUT /api/admin/users/{id}/pending-change': () => ({ change_id: 'none', answer: 'confirm' }),
  'GET /api/admin/invites': () => undefined,
  'POST /api/auth/invites': () => ({ email: 'friend@example.org', role: 'super_admin' }),
  'PUT /api/admin/invites/{id}/confirmation': () => ({ answer: 'confirm' }),
  'DELETE /api/admin/invites/{id}': () => undefined,
  'GET /api/admin/reports': () => undefined,
  'POST /api/admin/reports/{filename}/retry': () => ({}),
  'GET /api/admin/expenses/summary': () => undefined,
  'GET /api/admin/expenses/export': () => undefined,
  'GET /api/admin/analytics': () => undefined,
  'GET /api/admin/expenses/changes': () => undefined,
  'GET /api/audit/state': () => undefined,
  'GET /api/audit/events': () => undefined,
  'GET /api/audit/timeline': () => undefined,
  'GET /api/audit/schemas': () => undefined,
  'POST /api/audit/verifications': () => undefined,
  'GET /api/audit/verifications': () => undefined,
  'POST /api/audit/tokens': () => ({ name: 'Mine' }),
  'GET /api/audit/tokens': () => undefined,
  'DELETE /api/audit/tokens/{id}': () => undefined,
  'GET /api/audit/people/{id}': () => undefined,
  'GET /api/audit/checkpoint': () => undefined,
  'GET /api/audit/key': () => undefined,
  'GET /api/audit/key-changes': () => undefined,
  'GET /api/audit/tile/{path}': () => undefined,
  'GET /api/audit/proof-pack': () => undefined,
  'GET /api/audit/proof/inclusion': () => undefined,
  'GET /api/audit/proof/consistency': () => undefined,
};
/** Calls under the admin path that are for everyone. */
const OWN_REPORTS = /^GET \/api\/admin\/(my-reports|reports\/\{filename\}\/(download|receipts-zip|json))$/;

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

describe('attacks on permissions of other roles', () => {
  let company: Company;
  let people: Readonly<Record<(typeof NON_ADMIN_ROLES)[number], Person>>;
  const targets = new Map<string, Target>();
  beforeAll(async () => {
    company = await startCompany();
    people = { team_member: company.mia, partner: company.paul };
    const other = await company.addPerson('team_member');
    for (const role of NON_ADMIN_ROLES) {
      for (const owner of OWNERS) {
        const person = owner === 'their own' ? people[role] : other;
        const open = await company.expense('submitted', person);
        targets.set(`${role} ${owner}`, { person, open, approved: await company.expense('approved', person) });
      }
    }
  }, START_TIMEOUT_MS);
  afterAll(() => company.close());

  const expectError = (...request: Parameters<Company['api']['expectError']>) =>
    expectNoChange(company, () => company.api.expectError(...request));

  it('6–7 every call under the admin path is in this table or for everyone', () => {
    const admin = Object.keys(PERMISSIONS).filter(
      (call) => / \/api\/(admin|audit)\//.test(call) && !OWN_REPORTS.test(call),
    );
    expect([...admin, 'POST /api/auth/invites'].sort()).toEqual(Object.keys(ADMIN_CALLS).sort());
  });

  const matrix = Object.keys(ADMIN_CALLS).flatMap((call) =>
    NON_ADMIN_ROLES.flatMap((role) => OWNERS.map((owner) => ({ call, role, owner }))),
  );
  it.each(matrix)('6–7 $call by a $role on $owner: 403', async ({ call, role, owner }) => {
    const target = targets.get(`${role} ${owner}`);
    if (!target) throw new Error(`Nothing of ${owner} for a ${role}`);
    const { person, open, approved } = target;
    const [method = '', path = ''] = call.split(' ');
    const expense = path.endsWith('/unapprove') ? approved : open;
    const json = ADMIN_CALLS[call]?.(target);
    const filled = path.replace('{id}', path.includes('/users/') ? person.user.id : expense.id);
    const as = people[role];
    expect(await expectError(method, filled, { as, ...(json !== undefined && { json }) })).toMatchObject(FORBIDDEN);
  });

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

  it('another person’s invite with a higher role: rejected', async () => {
    const { api, root } = company;
    const { token } = await api.call(createInviteRoute, {
      as: root,
      json: { email: 'boss@example.org', role: 'super_admin' },
    });
    const names = { first_name: 'Eve', last_name: 'Eve', reimbursement_currency: 'EUR' };
    const json = { email: 'eve@example.org', password: PASSWORD, ...names, invite_token: token };
    expect(await expectError('POST', '/api/auth/register', { json })).toMatchObject({
      status: 400,
      code: 'INVALID_INVITE',
    });
  });

  it.each(['paid', 'approved', 'rejected', 'deleted', 'SUBMITTED', ''])('status=%s in a form: 400', async (status) => {
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
  });

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

  it('editing a paid expense, by its owner or a super admin: 409', async () => {
    const { mia, root } = company;
    const paid = await company.expense('paid');
    const [own, admin] = [`/api/expenses/${paid.id}`, `/api/admin/expenses/${paid.id}`];
    const form = () => company.form({ justification: 'Later' });
    for (const [method, path, ask] of [
      ['PUT', own, { as: mia, form: form() }],
      ['PUT', own, { as: mia, json: { status: 'draft' } }],
      ['DELETE', own, { as: mia }],
      ['PUT', admin, { as: root, json: { original: { amount: 1 } } }],
      ['PUT', admin, { as: root, json: { metadata: { category: 'IT' } } }],
      ['PUT', admin, { as: root, json: { reimbursement: { amount: 1, reason: 'x' } } }],
      ['PUT', `${admin}/approve`, { as: root, json: { approve_anyway: true } }],
      ['PUT', `${admin}/reject`, { as: root, json: { admin_notes: 'x' } }],
      ['PUT', `${admin}/unapprove`, { as: root }],
    ] as const) {
      expect(await expectError(method, path, ask)).toMatchObject(CONFLICT);
    }
  });

  it.each(STATUSES.filter((status) => status !== 'approved' && status !== 'paid'))(
    'paying a %s expense, alone or with an approved one: 409, and none is paid',
    async (status) => {
      const [open, approved] = [await company.expense(status), await company.expense('approved')];
      for (const expense_ids of [[open.id], [approved.id, open.id], [open.expense_id, approved.unique_id]]) {
        const json = { expense_ids, user_name: 'Mia Tester' };
        const path = '/api/admin/expenses/bulk-mark-paid';
        expect(await expectError('POST', path, { as: company.root, json })).toMatchObject(CONFLICT);
      }
    },
  );
});
