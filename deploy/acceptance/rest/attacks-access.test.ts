import { auditExpenseRoute, PERMISSIONS, type ExpenseJson } from '@outlay/contracts';
import { STATUSES } from '@outlay/rules';
import { sendAsIs, withoutATrace } from './testing/attack.js';
import { START_MS, startCompany, type Company, type Person } from './testing/company.js';
import { pdf } from './testing/receipt-files.js';

const NOT_FOUND = { status: 404, code: 'NOT_FOUND' };

describe('attacks on what is somebody else’s', () => {
  let company: Company;
  /** Neither owns anything of Mia's, nor is a super admin. */
  let strangers: readonly Person[];
  beforeAll(async () => {
    company = await startCompany();
    strangers = [await company.hire('team_member'), company.paul];
  }, START_MS);
  afterAll(() => company.close());

  const refusal = (...request: Parameters<Company['api']['refusal']>) =>
    withoutATrace(company, () => company.api.refusal(...request));
  const trail = async ({ id }: ExpenseJson) =>
    (await company.api.call(auditExpenseRoute, { as: company.mia, params: { id } })).audit_log;

  it.each(STATUSES)('1–3 changing, deleting and tracing another’s %s expense: it is not there', async (status) => {
    const expense = await company.expense(status);
    const before = await trail(expense);
    await withoutATrace(company, async () => {
      for (const as of strangers) {
        for (const id of [expense.id, expense.expense_id, expense.unique_id]) {
          const path = `/api/expenses/${id}`;
          const json = { status: 'draft', justification: 'Mine now' };
          expect(await company.api.refusal('PUT', path, { as, form: company.form() })).toMatchObject(NOT_FOUND);
          expect(await company.api.refusal('PUT', path, { as, json })).toMatchObject(NOT_FOUND);
          expect(await company.api.refusal('DELETE', path, { as })).toMatchObject(NOT_FOUND);
          expect(await company.api.refusal('GET', `${path}/audit`, { as })).toMatchObject(NOT_FOUND);
        }
      }
    });
    expect(await trail(expense)).toEqual(before);
  });

  it('1–3 what is another’s answers as what was never there, to the word', async () => {
    const expense = await company.expense('submitted');
    const [as] = strangers;
    const never = '0b0e7a52-7f5c-4c43-9f7b-2f8a3b9f5a11';
    for (const [method, suffix] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['GET', '/audit'],
    ] as const) {
      const ask = { as, ...(method === 'PUT' && { json: { status: 'draft' } }) };
      const theirs = await refusal(method, `/api/expenses/${expense.id}${suffix}`, ask);
      expect(theirs).toEqual(await refusal(method, `/api/expenses/${never}${suffix}`, ask));
    }
  });

  it('1–3 deleting what another deleted: it is not there', async () => {
    const { id } = await company.expense('draft');
    await company.api.send('DELETE', `/api/expenses/${id}`, { as: company.mia });
    for (const as of strangers) {
      expect(await refusal('DELETE', `/api/expenses/${id}`, { as })).toMatchObject(NOT_FOUND);
    }
  });

  it('1–3 changing another’s expense by a wrong upload tells nothing of what is there', async () => {
    const { expense_id } = await company.expense('submitted');
    const [as] = strangers;
    const json = { status: 'draft', uploaded: 'no-such-file.pdf' };
    for (const id of [expense_id, 'EXP-0000000000']) {
      expect(await refusal('PUT', `/api/expenses/${id}`, { as, json })).toMatchObject(NOT_FOUND);
    }
  });

  it('1–3 other people’s expenses are in no list of one’s own, whatever is asked for', async () => {
    const expense = await company.expense('submitted');
    for (const as of strangers) {
      for (const query of ['', `?user=${expense.user_id}`, `?user_id=${expense.user_id}`, `?q=${expense.expense_id}`]) {
        const { body } = await company.api.send('GET', `/api/expenses${query}`, { as });
        expect(JSON.stringify(body)).not.toContain(expense.id);
      }
    }
  });

  it('1–3 another’s Idempotency-Key: an expense of one’s own, and nothing of theirs', async () => {
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

  it('4 another’s report, as spreadsheet, zip, preview or file: it is not there', async () => {
    const { filename, payment_id } = await company.report();
    for (const as of strangers) {
      for (const name of [filename, payment_id]) {
        for (const kind of ['download', 'receipts-zip', 'json']) {
          expect(await refusal('GET', `/api/admin/reports/${name}/${kind}`, { as })).toMatchObject(NOT_FOUND);
        }
        expect(await refusal('GET', `/reports/${name}`, { as })).toMatchObject(NOT_FOUND);
        const json = { path: `/reports/${name}` };
        expect(await refusal('POST', '/api/signed-urls', { as, json })).toMatchObject(NOT_FOUND);
      }
      const { body } = await company.api.send('GET', '/api/admin/my-reports', { as });
      expect(JSON.stringify(body)).not.toContain(filename);
    }
  });

  it('5 another’s receipt or upload: it is not there, and cannot be claimed with', async () => {
    const form = new FormData();
    form.append('file', pdf('sent by phone'));
    const { body } = await company.api.send('POST', '/api/uploads', { as: company.mia, form });
    const upload: unknown = Object(body).filename;
    const { receipt } = await company.expense('submitted');
    for (const as of strangers) {
      for (const name of [upload, receipt]) {
        expect(await refusal('GET', `/uploads/${name}`, { as })).toMatchObject(NOT_FOUND);
        const json = { path: `/uploads/${name}` };
        expect(await refusal('POST', '/api/signed-urls', { as, json })).toMatchObject(NOT_FOUND);
        const claim = company.form({ uploaded: String(name) }, null);
        expect(await refusal('POST', '/api/expenses', { as, form: claim })).toMatchObject({ status: 400 });
      }
    }
  });

  describe('5 a signed URL', () => {
    const sign = async (path: string) => {
      const { status, body } = await company.api.send('POST', '/api/signed-urls', { as: company.mia, json: { path } });
      expect(status).toBe(201);
      return String(Object(body).url);
    };
    const status = async (url: string) => (await sendAsIs(company.product.origin, url)).status;

    it('5 expired: 401 from the 120th second on', async () => {
      const { receipt } = await company.expense('draft');
      const url = await sign(`/uploads/${receipt}`);
      company.clock.forward(115_000);
      expect(await status(url)).toBe(200);
      company.clock.forward(5_000);
      expect(await status(url)).toBe(401);
    });

    it('5 for another file, another kind of file or another call: 401', async () => {
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

    it('5 with any one character changed: 401', async () => {
      const { receipt } = await company.expense('draft');
      const url = await sign(`/uploads/${receipt}`);
      for (let at = url.indexOf('=') + 1; at < url.length; at += 1) {
        const flipped = url.slice(0, at) + (url[at] === 'A' ? 'B' : 'A') + url.slice(at + 1);
        expect([flipped, await status(flipped)]).toEqual([flipped, 401]);
      }
    });

    it('5 of somebody deactivated since: 401', async () => {
      const gus = await company.hire('team_member');
      const { receipt } = await company.expense('draft', gus);
      const json = { path: `/uploads/${receipt}` };
      const url = String(Object((await company.api.send('POST', '/api/signed-urls', { as: gus, json })).body).url);
      expect(await status(url)).toBe(200);
      const off = { as: company.root, json: { status: 'inactive' } };
      await company.api.send('PUT', `/api/admin/users/${gus.user.id}/role`, off);
      expect(await status(url)).toBe(401);
    });
  });

  it('1–5 without a token: 401 on every call that is not for everybody', async () => {
    const expense = await company.expense('submitted');
    const open =
      /^POST \/api\/auth\/(login|register|reset-password-with-code)$|^GET \/api\/(health\/|exchange-rate|openapi|docs)/;
    const closed = Object.keys(PERMISSIONS).filter((call) => !open.test(call));
    expect(closed.length).toBeGreaterThanOrEqual(27);
    await withoutATrace(company, async () => {
      for (const call of closed) {
        const [method, path = ''] = call.split(' ');
        const filled = path.replace('{id}', expense.id).replace('{filename}', expense.receipt ?? '');
        const answer = await sendAsIs(company.product.origin, filled, {
          method,
          ...(method !== 'GET' && { json: {} }),
        });
        expect([call, answer.status, JSON.parse(answer.text).code]).toEqual([call, 401, 'UNAUTHENTICATED']);
      }
    });
  });
});
