import {
  createExpenseRoute,
  createResetCodeRoute,
  loginRoute,
  reviseExpenseRoute,
  type ExpenseJson,
} from '@outlay/contracts';
import { sendRaw, expectNoChange } from './testing/attack.js';
import { PASSWORD, startOwnCompany, type Company, type Fields } from './testing/company.js';

const INVALID = { status: 400, code: 'INVALID_INPUT' };
const NEW_PASSWORD = 'Another-Horse-8';

describe('attacks with malicious input', () => {
  let company: Company;
  let draft: ExpenseJson;
  beforeAll(async () => {
    company = await startOwnCompany();
    draft = await company.expense('draft');
  });
  afterAll(() => company.close());

  const expectError = (...request: Parameters<Company['api']['expectError']>) =>
    expectNoChange(company, () => company.api.expectError(...request));
  /** JSON.stringify would change these numbers. */
  const refuseText = (method: string, path: string, text: string, as = company.mia) =>
    expectError(method, path, { as, text, headers: { 'content-type': 'application/json' } });
  const onBehalf = (amount: string) =>
    `{"user_id":"${company.mia.user.id}","date":"${company.today()}","category":"IT","justification":"x",` +
    `"currency":"EUR","no_receipt":true,"amount":${amount}}`;

  it.each(['-1', '1e309', '-1e309', '0.001', '1e-7', '1e12', '99999999999999999999', 'true', '[1]', '{"$gt":0}'])(
    'the number %s as an amount: 400',
    async (amount) => {
      const own = `/api/expenses/${draft.id}`;
      for (const status of ['draft', 'submitted']) {
        const body = `{"status":"${status}","amount":${amount}}`;
        expect(await refuseText('POST', '/api/expenses', body)).toMatchObject(INVALID);
        expect(await refuseText('PUT', own, body)).toMatchObject(INVALID);
      }
      const admin = `/api/admin/expenses/${draft.id}`;
      expect(await refuseText('POST', '/api/admin/expenses', onBehalf(amount), company.root)).toMatchObject(INVALID);
      for (const part of [`"original":{"amount":${amount}}`, `"reimbursement":{"amount":${amount},"reason":"x"}`]) {
        expect(await refuseText('PUT', admin, `{${part}}`, company.root)).toMatchObject(INVALID);
      }
    },
  );

  it.each([
    '-1',
    '-0.01',
    'abc',
    'NaN',
    'Infinity',
    '1e309',
    '1e3',
    '0.001',
    '1,5',
    '1.234,50',
    '0x10',
    '1_000',
    '1 000',
    '1000000000000',
    '١٢',
    '1 2',
    '+1',
    '١',
  ])('the text %s as an amount or as VAT: 400', async (amount) => {
    const { mia: as, root } = company;
    const vat = { classification: 'support', vat_amount: amount };
    const claims: Fields[] = [{ amount }, { amount, status: 'draft' }, vat];
    for (const over of claims) {
      const form = company.form(over);
      expect(await expectError('POST', '/api/expenses', { as, form })).toMatchObject(INVALID);
    }
    const json = { original: { amount } };
    expect(await expectError('PUT', `/api/admin/expenses/${draft.id}`, { as: root, json })).toMatchObject(INVALID);
    expect(await refuseText('POST', '/api/admin/expenses', onBehalf(`"${amount}"`), root)).toMatchObject(INVALID);
  });

  describe('a query operator instead of a text', () => {
    const operators: unknown[] = [
      { $ne: null },
      { $gt: '' },
      { $regex: '.*' },
      ['mia@example.org'],
      { toString: 'x' },
      7,
      true,
    ];

    it.each(operators)('in a login: 400 for %j', async (operator) => {
      const { email } = company.mia.user;
      for (const json of [
        { email: operator, password: PASSWORD },
        { email, password: operator },
      ]) {
        expect(await expectError('POST', '/api/auth/login', { json })).toMatchObject(INVALID);
      }
    });

    it.each(operators)('in a reset or a registration: 400 for %j, and no password changes', async (operator) => {
      const { api, root, mia } = company;
      await api.call(createResetCodeRoute, { as: root, params: { id: mia.user.id } });
      const reset = { email: mia.user.email, code: '000000', newPassword: NEW_PASSWORD };
      for (const name of Object.keys(reset)) {
        const json = { ...reset, [name]: operator };
        expect(await expectError('POST', '/api/auth/reset-password-with-code', { json })).toMatchObject(INVALID);
      }
      const register = {
        email: 'new@example.org',
        password: PASSWORD,
        first_name: 'A',
        last_name: 'B',
        invite_token: 'x',
      };
      for (const name of Object.keys(register)) {
        const json = { ...register, [name]: operator };
        expect(await expectError('POST', '/api/auth/register', { json })).toMatchObject(INVALID);
      }
      await api.call(loginRoute, { json: { email: mia.user.email, password: PASSWORD } });
    });

    it('in a claim, an amendment, a payment or a user update: 400', async () => {
      const { mia, root } = company;
      const operator = { $ne: null };
      for (const name of ['status', 'date', 'amount', 'currency', 'type', 'justification', 'uploaded', 'revision']) {
        const json = { status: 'draft', [name]: operator };
        expect(await expectError('PUT', `/api/expenses/${draft.id}`, { as: mia, json })).toMatchObject(INVALID);
      }
      const admin = `/api/admin/expenses/${draft.id}`;
      for (const [method, path, json] of [
        ['PUT', admin, { metadata: { category: operator } }],
        ['PUT', admin, { original: operator, metadata: operator, reimbursement: operator }],
        ['PUT', `${admin}/reject`, { admin_notes: operator }],
        ['PUT', `${admin}/approve`, { revision: operator }],
        ['POST', '/api/admin/expenses/bulk-mark-paid', { expense_ids: operator, user_name: 'x' }],
        ['POST', '/api/admin/expenses/bulk-mark-paid', { expense_ids: [operator], user_name: 'x' }],
        ['PUT', `/api/admin/users/${mia.user.id}/role`, { role: operator }],
        ['POST', '/api/auth/invites', { email: operator }],
        ['POST', '/api/signed-urls', { path: operator }],
      ] as const) {
        expect([path, await expectError(method, path, { as: root, json })]).toMatchObject([path, { status: 400 }]);
      }
    });
  });

  it.each(['status[$ne]=x', 'limit[$gt]=1', 'user[]=x', 'q[$regex]=.*', 'cursor[$ne]=', 'status.$ne=x'])(
    'the query %s: 400 on every list',
    async (query) => {
      const { api, mia, root } = company;
      expect(await api.expectError('GET', `/api/expenses?${query}`, { as: mia })).toMatchObject(INVALID);
      for (const list of ['expenses-with-users', 'users', 'invites', 'reports', 'my-reports']) {
        expect(await api.expectError('GET', `/api/admin/${list}?${query}`, { as: root })).toMatchObject(INVALID);
      }
    },
  );

  it.each([
    'status[$ne]',
    'amount[$gt]',
    'user.id',
    'a b',
    '',
    '$where',
    '__proto__',
    '__proto__[x]',
    'constructor[prototype]',
  ])('a form field named %j: 400', async (name) => {
    const form = company.form({ status: 'draft' }, null);
    form.append(name, 'x');
    expect(await expectError('POST', '/api/expenses', { as: company.mia, form })).toMatchObject(INVALID);
  });

  it('a form field, a file, a query parameter or a header sent twice: 400', async () => {
    const { mia: as, product, api } = company;
    for (const name of ['status', 'amount', 'user_id', 'whatever']) {
      const form = company.form({ [name]: 'submitted' });
      form.append(name, 'draft');
      expect(await expectError('POST', '/api/expenses', { as, form })).toMatchObject(INVALID);
    }
    const twoFiles = company.form();
    twoFiles.append('receipt', new File(['%PDF-1.7\n'], 'b.pdf'));
    expect(await expectError('POST', '/api/expenses', { as, form: twoFiles })).toMatchObject(INVALID);
    for (const query of ['limit=1&limit=2', 'status=draft&status=paid', 'q=a&q=b', 'sort=date&sort=date']) {
      expect(await api.expectError('GET', `/api/expenses?${query}`, { as })).toMatchObject(INVALID);
    }
    const headers = { 'idempotency-key': ['first-key-1', 'second-key-2'] };
    const sent = { method: 'POST', as, json: { status: 'draft' }, headers };
    const twoKeys = await expectNoChange(company, () => sendRaw(product.origin, '/api/expenses', sent));
    expect([twoKeys.status, JSON.parse(twoKeys.text).code]).toEqual([400, 'INVALID_INPUT']);
  });

  it('__proto__ and constructor.prototype in a query or in JSON: 400, and no prototype is changed', async () => {
    const { mia, root, api } = company;
    for (const query of ['__proto__[polluted]=1', '__proto__=1', 'constructor[prototype][polluted]=1']) {
      expect(await api.expectError('GET', `/api/expenses?${query}`, { as: mia })).toMatchObject(INVALID);
      expect(await api.expectError('GET', `/api/auth/me?${query}`, { as: mia })).toMatchObject(INVALID);
    }
    const nested = [
      '{"status":"draft","__proto__":{"polluted":1}}',
      '{"status":"draft","constructor":{"prototype":{"polluted":1}}}',
      '{"metadata":{"__proto__":{"polluted":1}}}',
    ];
    for (const body of nested) {
      expect(await refuseText('POST', '/api/expenses', body)).toMatchObject(INVALID);
      expect(await refuseText('PUT', `/api/admin/expenses/${draft.id}`, body, root)).toMatchObject(INVALID);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('a claim stores texts unchanged, including markup and operators', async () => {
    const { api, mia } = company;
    const justification = '<script>alert(1)</script> {"$ne":null} ${7*7} {{7*7}} \'; DROP TABLE users; --';
    const { id } = await company.claim({ justification });
    const ask = { as: mia, params: { id }, form: company.form({ justification: `${justification}!` }) };
    expect((await api.call(reviseExpenseRoute, ask)).expense.justification).toBe(`${justification}!`);
    const twin = await api.call(createExpenseRoute, { as: mia, form: company.form({ justification }) });
    expect(twin.expense.justification).toBe(justification);
  });
});
