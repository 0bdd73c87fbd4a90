import { auditExpenseRoute, PERMISSIONS, type ExpenseJson } from '@outlay/contracts';
import { STATUSES } from '@outlay/rules';
import { sendRaw, expectNoChange } from './testing/attack.js';
import { START_TIMEOUT_MS, startCompany, type Company, type Person } from './testing/company.js';
import { pdf } from './testing/receipt-files.js';

const NOT_FOUND = { status: 404, code: 'NOT_FOUND' };

describe('attacks on resources of other people', () => {
  let company: Company;
  let strangers: readonly Person[];
  beforeAll(async () => {
    company = await startCompany();
    strangers = [await company.addPerson('team_member'), company.paul];
  }, START_TIMEOUT_MS);
  afterAll(() => company.close());

  const expectError = (...request: Parameters<Company['api']['expectError']>) =>
    expectNoChange(company, () => company.api.expectError(...request));
  const trail = async ({ id }: ExpenseJson) =>
    (await company.api.call(auditExpenseRoute, { as: company.mia, params: { id } })).audit_log;

  it.each(STATUSES)('1–3 changing, deleting and auditing another person’s %s expense: not found', async (status) => {
    const expense = await company.expense(status);
    const before = await trail(expense);
    await expectNoChange(company, async () => {
      for (const as of strangers) {
        for (const id of [expense.id, expense.expense_id, expense.unique_id]) {
          const path = `/api/expenses/${id}`;
          const json = { status: 'draft', justification: 'Mine now' };
          expect(await company.api.expectError('PUT', path, { as, form: company.form() })).toMatchObject(NOT_FOUND);
          expect(await company.api.expectError('PUT', path, { as, json })).toMatchObject(NOT_FOUND);
          expect(await company.api.expectError('DELETE', path, { as })).toMatchObject(NOT_FOUND);
          expect(await company.api.expectError('GET', `${path}/audit`, { as })).toMatchObject(NOT_FOUND);
        }
      }
    });
    expect(await trail(expense)).toEqual(before);
  });

  it('1–3 another person’s expense returns the same error as an unknown one', async () => {
    const expense = await company.expense('submitted');
    const [as] = strangers;
    const never = '0b0e7a52-7f5c-4c43-9f7b-2f8a3b9f5a11';
    for (const [method, suffix] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['GET', '/audit'],
    ] as const) {
      const ask = { as, ...(method === 'PUT' && { json: { status: 'draft' } }) };
      const theirs = await expectError(method, `/api/expenses/${expense.id}${suffix}`, ask);
      expect(theirs).toEqual(await expectError(method, `/api/expenses/${never}${suffix}`, ask));
    }
  });

  it('1–3 deleting another person’s deleted draft: not found', async () => {
    const { id } = await company.expense('draft');
    await company.api.send('DELETE', `/api/expenses/${id}`, { as: company.mia });
    for (const as of strangers) {
      expect(await expectError('DELETE', `/api/expenses/${id}`, { as })).toMatchObject(NOT_FOUND);
    }
  });

  it('1–3 an invalid upload to another person’s expense reveals nothing about it', async () => {
    const { expense_id } = await company.expense('submitted');
    const [as] = strangers;
    const json = { status: 'draft', uploaded: 'no-such-file.pdf' };
    for (const id of [expense_id, 'EXP-0000000000']) {
      expect(await expectError('PUT', `/api/expenses/${id}`, { as, json })).toMatchObject(NOT_FOUND);
    }
  });

  it('1–3 no query of the own list returns expenses of other people', async () => {
    const expense = await company.expense('submitted');
    for (const as of strangers) {
      for (const query of ['', `?user=${expense.user_id}`, `?user_id=${expense.user_id}`, `?q=${expense.expense_id}`]) {
        const { body } = await company.api.send('GET', `/api/expenses${query}`, { as });
        expect(JSON.stringify(body)).not.toContain(expense.id);
      }
    }
  });

  it('1–3 another person’s Idempotency-Key creates a new own expense', async () => {
    const headers = { 'idempotency-key': 'overheard-key-1' };
    const create = async (as: Person) => {
      const ask = { as, headers, json: { status: 'draft', justification: as.user.email } };
      const { status, body } = await company.api.send('POST', '/api/expenses', ask);
      expect(status).toBe(201);
      const { id, user_id, justification } = Object(body).expense as ExpenseJson;
      expect({ user_id, justification }).toEqual({ user_id: as.user.id, justification: as.user.email });
      return id;
    };
    const ids = [await create(company.mia)];
    for (const stranger of strangers) ids.push(await create(stranger));
    expect(new Set(ids).size).toBe(3);
    expect(await create(company.mia)).toBe(ids[0]);
  });

  it('another person’s report as spreadsheet, zip, preview or file: not found', async () => {
    const { filename, payment_id } = await company.report();
    for (const as of strangers) {
      for (const name of [filename, payment_id]) {
        for (const kind of ['download', 'receipts-zip', 'json']) {
          expect(await expectError('GET', `/api/admin/reports/${name}/${kind}`, { as })).toMatchObject(NOT_FOUND);
        }
        expect(await expectError('GET', `/reports/${name}`, { as })).toMatchObject(NOT_FOUND);
        const json = { path: `/reports/${name}` };
        expect(await expectError('POST', '/api/signed-urls', { as, json })).toMatchObject(NOT_FOUND);
      }
      const { body } = await company.api.send('GET', '/api/admin/my-reports', { as });
      expect(JSON.stringify(body)).not.toContain(filename);
    }
  });

  it('another person’s receipt or upload: not found, and not usable in a claim', async () => {
    const form = new FormData();
    form.append('file', pdf('sent by phone'));
    const { body } = await company.api.send('POST', '/api/uploads', { as: company.mia, form });
    const upload: unknown = Object(body).filename;
    const { receipt } = await company.expense('submitted');
    for (const as of strangers) {
      for (const name of [upload, receipt]) {
        expect(await expectError('GET', `/uploads/${name}`, { as })).toMatchObject(NOT_FOUND);
        const json = { path: `/uploads/${name}` };
        expect(await expectError('POST', '/api/signed-urls', { as, json })).toMatchObject(NOT_FOUND);
        const claim = company.form({ uploaded: String(name) }, null);
        expect(await expectError('POST', '/api/expenses', { as, form: claim })).toMatchObject({ status: 400 });
      }
    }
  });

  describe('a signed URL', () => {
    const sign = async (path: string) => {
      const { status, body } = await company.api.send('POST', '/api/signed-urls', { as: company.mia, json: { path } });
      expect(status).toBe(201);
      return String(Object(body).url);
    };
    const status = async (url: string) => (await sendRaw(company.product.origin, url)).status;

    it('expired: 401 from the 120th second', async () => {
      const { receipt } = await company.expense('draft');
      const url = await sign(`/uploads/${receipt}`);
      company.clock.forward(115_000);
      expect(await status(url)).toBe(200);
      company.clock.forward(5_000);
      expect(await status(url)).toBe(401);
    });

    it('for another file, another kind of file or another call: 401', async () => {
      const [one, other] = [await company.expense('draft'), await company.expense('draft')];
      const { filename } = await company.report();
      const url = await sign(`/uploads/${one.receipt}`);
      expect(await status(url)).toBe(200);
      const query = url.slice(url.indexOf('?'));
      for (const path of [
        `/uploads/${other.receipt}`,
        `/reports/${filename}`,
        `/api/admin/reports/${filename}/download`,
        '/api/auth/me',
        '/api/expenses',
      ]) {
        expect([path, await status(path + query)]).toEqual([path, 401]);
      }
    });

    it('with any one character changed: 401', async () => {
      const { receipt } = await company.expense('draft');
      const url = await sign(`/uploads/${receipt}`);
      for (let at = url.indexOf('=') + 1; at < url.length; at += 1) {
        const flipped = url.slice(0, at) + (url[at] === 'A' ? 'B' : 'A') + url.slice(at + 1);
        expect([flipped, await status(flipped)]).toEqual([flipped, 401]);
      }
    });

    it('of a user deactivated since: 401', async () => {
      const gus = await company.addPerson('team_member');
      const { receipt } = await company.expense('draft', gus);
      const json = { path: `/uploads/${receipt}` };
      const url = String(Object((await company.api.send('POST', '/api/signed-urls', { as: gus, json })).body).url);
      expect(await status(url)).toBe(200);
      const off = { as: company.root, json: { status: 'inactive' } };
      await company.api.send('PUT', `/api/admin/users/${gus.user.id}/role`, off);
      expect(await status(url)).toBe(401);
    });
  });

  it('1–5 without a token: 401 on every call that is not public', async () => {
    const expense = await company.expense('submitted');
    const open =
      /^POST \/api\/auth\/(login|register|reset-password-with-code)$|^GET \/api\/(health\/|exchange-rate|openapi|asyncapi|docs)/;
    const closed = Object.keys(PERMISSIONS).filter((call) => !open.test(call));
    expect(closed.length).toBeGreaterThanOrEqual(27);
    await expectNoChange(company, async () => {
      for (const call of closed) {
        const [method, path = ''] = call.split(' ');
        const filled = path.replace('{id}', expense.id).replace('{filename}', expense.receipt ?? '');
        const response = await sendRaw(company.product.origin, filled, {
          method,
          ...(method !== 'GET' && { json: {} }),
        });
        expect([call, response.status, JSON.parse(response.text).code]).toEqual([call, 401, 'UNAUTHENTICATED']);
      }
    });
  });
});
