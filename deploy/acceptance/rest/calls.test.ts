import { hash } from 'node:crypto';
import { listOwnExpensesRoute, type ExpenseJson } from '@outlay/contracts';
import { readReceiptsZip, readZip } from '@outlay/testing';
import { readSheet } from 'read-excel-file/node';
import type { ApiResponse, RequestOptions } from './testing/api.js';
import { startCompany, type Company } from './testing/company.js';
import { fileOf, pdf } from './testing/receipt-files.js';

const text: unknown = expect.any(String);
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** That each call answers everybody as documented is tested in permissions.test.ts; here is what is special to one. */
describe('the calls (R-12)', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  const by = (
    as: 'root' | 'mia' | 'paul',
    method: string,
    path: string,
    ask: RequestOptions = {},
  ): Promise<ApiResponse> => company.api.send(method, path, { as: company[as], ...ask });
  /** The three identifiers of an expense in a path. */
  const names = ({ id, expense_id, unique_id }: ExpenseJson) => [id, expense_id, unique_id];

  describe('own expenses', () => {
    it('POST /api/expenses | multipart, with every field of R-12.11 | 200 or 201; data with optional duplicate_warning', async () => {
      const form = company.form({
        classification: 'support',
        vat_amount: '2.00',
        exchange_rate: '1.02',
        reimbursement_amount: '22.44',
        fetched_exchange_rate: '1',
        override_exchange_rate: '1.02',
        override_reason: 'Bank',
      });
      const response = await by('paul', 'POST', '/api/expenses', { form });
      expect(response.status).toBe(201);
      expect(response.body).toEqual({
        message: text,
        expense: expect.objectContaining({ status: 'submitted', vat_amount: 2, override_exchange_rate: 1.02 }),
      });
    });

    it('PUT /api/expenses/{expense_id} | same multipart payload | expense with receipt, updated_at, submitted_at', async () => {
      const expense = await company.claim();
      for (const name of names(expense)) {
        const form = company.form({}, pdf(`another for ${name}`));
        const response = await by('mia', 'PUT', `/api/expenses/${name}`, { form });
        expect(response.status).toBe(200);
        expect(response.body).toMatchObject({
          expense: { id: expense.id, receipt: text, updated_at: text, submitted_at: text },
        });
        expect(response.body).not.toMatchObject({ expense: { receipt: expense.receipt } });
      }
      const json = { status: 'draft' };
      expect((await by('mia', 'PUT', `/api/expenses/${expense.id}`, { json })).status).toBe(200);
    });

    it('DELETE /api/expenses/{expense id} | none | deletes draft', async () => {
      for (const name of [0, 1, 2]) {
        const draft = await company.expense('draft');
        const response = await by('mia', 'DELETE', `/api/expenses/${names(draft)[name]}`);
        expect(response).toMatchObject({ status: 200, body: { message: text } });
        const { body } = await by('mia', 'GET', '/api/expenses');
        expect(body).not.toContainEqual(expect.objectContaining({ id: draft.id }));
      }
    });

    it('GET /api/expenses/{expense id}/audit | none | audit_log list', async () => {
      const expense = await company.claim();
      for (const name of names(expense)) {
        const response = await by('mia', 'GET', `/api/expenses/${name}/audit`);
        expect(response).toMatchObject({ status: 200, body: { audit_log: [{ action: 'created' }, {}] } });
      }
    });

    it('GET /api/exchange-rate?from={code}&to={code}&date={YYYY-MM-DD} | no auth header | field rate', async () => {
      const query = { from: 'USD', to: 'EUR', date: company.today() };
      const response = await company.api.send('GET', '/api/exchange-rate', { query });
      expect(response).toMatchObject({ status: 200, body: { rate: expect.any(Number) } });
      const peg = await company.api.send('GET', '/api/exchange-rate', { query: { ...query, from: 'XOF' } });
      expect(peg.body).toMatchObject({ rate: 0.00152449 });
      const same = await company.api.send('GET', '/api/exchange-rate', { query: { ...query, from: 'eur' } });
      expect(same.body).toMatchObject({ rate: 1 });
    });
  });

  describe('reports', () => {
    it('GET /api/admin/reports/{filename}/download | none | spreadsheet blob, as the static file', async () => {
      const { filename, total_amount } = await company.report();
      const download = await by('mia', 'GET', `/api/admin/reports/${filename}/download`);
      expect(download.status).toBe(200);
      expect(download.headers.get('content-type')).toBe(XLSX);
      expect(download.headers.get('content-disposition')).toContain(`filename="${filename}"`);
      const [headers, row] = await readSheet(download.bytes);
      expect(row?.[headers?.indexOf('Reimbursement') ?? -1]).toBe(total_amount);
      const file = await by('mia', 'GET', `/reports/${filename}`);
      expect(file.bytes.equals(download.bytes)).toBe(true);
    });

    it('GET /api/admin/reports/{filename}/receipts-zip | none | blob, named by the report and the date in it', async () => {
      const { filename, expense_ids } = await company.report(company.mia, 2);
      const { status, headers, bytes } = await by('mia', 'GET', `/api/admin/reports/${filename}/receipts-zip`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/zip');
      const date = /\d{4}-\d\d-\d\d/.exec(filename)?.[0];
      const name = filename.replace('.xlsx', `_receipts_${date}.zip`);
      expect(headers.get('content-disposition')).toContain(`filename="${name}"`);
      const receipts = await readReceiptsZip(bytes);
      const own = await company.api.call(listOwnExpensesRoute, { as: company.mia });
      const paid = own.filter(({ expense_id }) => expense_ids.includes(expense_id));
      expect(receipts.map((entry) => hash('sha256', entry.bytes)).sort()).toEqual(
        paid.map(({ receipt_sha256 }) => receipt_sha256).sort(),
      );
      expect(new Set(receipts.map((entry) => entry.name)).size).toBe(2);
    });

    it('GET …/receipts-zip of a payment without receipts is a zip with a note', async () => {
      const declared = await company.claim({ no_receipt: 'true' }, { as: company.paul, receipt: null });
      const { filename } = await company.reportOf(await company.approve(declared));
      const { status, bytes } = await by('paul', 'GET', `/api/admin/reports/${filename}/receipts-zip`);
      expect(status).toBe(200);
      const readme = (await readZip(bytes)).find(({ name }) => name === 'README.txt');
      expect(readme?.bytes.toString()).toMatch(/no receipt/i);
      expect(await readReceiptsZip(bytes)).toEqual([]);
    });

    it('an unknown report is 404', async () => {
      for (const end of ['/download', '/receipts-zip', '/json']) {
        expect((await by('root', 'GET', `/api/admin/reports/none.xlsx${end}`)).status).toBe(404);
      }
    });
  });

  describe('expenses for admins', () => {
    it('GET /api/admin/expenses/{id}/audit | none | history list', async () => {
      const expense = await company.claim();
      for (const name of names(expense)) {
        const response = await by('root', 'GET', `/api/admin/expenses/${name}/audit`);
        expect(response).toMatchObject({
          status: 200,
          body: { history: [{ action: 'created', new_value: text }, {}] },
        });
      }
    });

    it('GET /api/admin/expenses/export | filters of the list | its rows as CSV and xlsx', async () => {
      await company.claim({ justification: '=1+1, "net"' }, { as: company.paul });
      const queries: Record<string, string>[] = [
        {},
        { status: 'submitted' },
        { user: company.paul.user.email, sort: 'oldest' },
      ];
      for (const query of queries) {
        const listed = await by('root', 'GET', '/api/admin/expenses-with-users', { query });
        const exported = await by('root', 'GET', '/api/admin/expenses/export', { query });
        const ids = (listed.body as ExpenseJson[]).map(({ expense_id }) => expense_id);
        expect(exported.bytes.toString().match(/"EXP-\w+"/g)).toEqual(ids.map((id) => `"${id}"`));
        expect(exported.bytes.toString()).toContain(`,"'=1+1, ""net""",`);
        const workbook = await by('root', 'GET', '/api/admin/expenses/export', { query: { ...query, format: 'xlsx' } });
        const [, ...rows] = await readSheet(workbook.bytes);
        expect(rows.map(([, id]) => id)).toEqual(ids);
        expect(rows.map((cells) => cells[6])).toContain('=1+1, "net"');
      }
    });

    it('PUT /api/admin/expenses/{id} | JSON: original, metadata, reimbursement, one at a time and together', async () => {
      const expense = await company.claim({ classification: 'support', vat_amount: '1.00' });
      const original = { amount: 30, currency: 'EUR', date: company.today(), clear_override: true };
      const metadata = { category: 'IT', justification: 'A cable', classification: 'mix', vat_amount: null };
      const reimbursement = { amount: 25, reason: 'Agreed' };
      const changed = { amount: 30, type: 'IT', justification: 'A cable', reimbursement_amount: 25 };
      const parts = [{ original }, { metadata }, { reimbursement }, { original, metadata, reimbursement }];
      for (const [index, json] of parts.entries()) {
        const name = names(expense)[index % 3];
        const response = await by('root', 'PUT', `/api/admin/expenses/${name}`, { json });
        expect(response).toMatchObject({ status: 200, body: { message: text, expense: { id: expense.id } } });
      }
      const { body } = await by('root', 'GET', '/api/admin/expenses-with-users');
      expect(body).toContainEqual(expect.objectContaining({ id: expense.id, ...changed }));
    });

    it.each<[string, RequestOptions, string]>([
      ['approve', {}, 'approved'],
      ['approve', { headers: { 'content-type': 'application/json' } }, 'approved'],
      ['approve', { json: {} }, 'approved'],
      ['reject', { json: { admin_notes: 'Which one?' } }, 'rejected'],
      ['unapprove', {}, 'submitted'],
      ['unapprove', { json: { admin_notes: 'Looked at the wrong one' } }, 'submitted'],
    ])('PUT /api/admin/expenses/{id}/%s | %j', async (action, ask, status) => {
      for (const name of [0, 1, 2]) {
        const expense = await company.expense(action === 'unapprove' ? 'approved' : 'submitted');
        const path = `/api/admin/expenses/${names(expense)[name]}/${action}`;
        const response = await by('root', 'PUT', path, ask);
        expect(response).toMatchObject({ status: 200, body: { expense: { id: expense.id, status } } });
      }
    });

    it('GET /api/admin/expenses/{expense_id}/duplicates | none | duplicates array', async () => {
      const amount = company.amount();
      const first = await company.expense('approved', company.mia, { amount });
      const second = await company.claim({ amount });
      for (const name of names(second)) {
        const response = await by('root', 'GET', `/api/admin/expenses/${name}/duplicates`);
        expect(response.status).toBe(200);
        expect(response.body).toEqual({ duplicates: [{ ...first, same_figures: true, same_receipt: false }] });
      }
    });

    it('POST /api/admin/expenses/bulk-mark-paid | expense_ids, user_name | report generated', async () => {
      const expenses = [];
      for (const _ of [0, 1, 2]) expenses.push(await company.expense('approved'));
      const expense_ids = expenses.map((expense, index) => names(expense)[index]);
      const json = { expense_ids, user_name: 'Mia Tester' };
      const response = await by('root', 'POST', '/api/admin/expenses/bulk-mark-paid', { json });
      expect(response).toMatchObject({
        status: 200,
        body: { message: '3 expenses marked as paid and report generated!', report: { expense_count: 3 } },
      });
    });

    it('an unknown expense is 404, by any kind of identifier', async () => {
      for (const name of ['00000000-0000-4000-8000-000000000000', 'EXP-0000000000', 'expense-1', '17']) {
        expect((await by('root', 'GET', `/api/admin/expenses/${name}/audit`)).status).toBe(404);
        expect((await by('root', 'PUT', `/api/admin/expenses/${name}/approve`)).status).toBe(404);
      }
    });
  });

  describe('users', () => {
    it('PUT /api/admin/users/{id}/role | role, status, first_name, last_name, reimbursement_currency', async () => {
      const { user } = await company.addPerson('team_member');
      const json = {
        role: 'partner',
        status: 'active',
        first_name: 'Una',
        last_name: 'Update',
        reimbursement_currency: 'USD',
      };
      const response = await by('root', 'PUT', `/api/admin/users/${user.id}/role`, { json });
      expect(response).toMatchObject({ status: 200, body: { user: { ...user, ...json } } });
      const unknown = await by('root', 'PUT', '/api/admin/users/nobody/role', { json });
      expect(unknown.status).toBe(404);
    });

    it('POST /api/admin/users/{id}/reset-code | none | reset_code, expires_in_seconds', async () => {
      const response = await by('root', 'POST', `/api/admin/users/${company.mia.user.id}/reset-code`);
      expect(response.status).toBe(201);
      expect(response.body).toEqual({ reset_code: text, expires_in_seconds: 3600 });
      expect((await by('root', 'POST', '/api/admin/users/nobody/reset-code')).status).toBe(404);
    });
  });

  describe('files', () => {
    it('POST /api/uploads | a file that becomes the receipt of a claim (R-10.18)', async () => {
      const bytes = Buffer.from(await pdf('from the phone').arrayBuffer());
      const form = new FormData();
      form.append('file', fileOf(bytes, 'IMG_1.pdf', 'application/pdf'));
      const response = await by('mia', 'POST', '/api/uploads', { form });
      expect(response).toMatchObject({ status: 201, body: { filename: text, url: text } });
      const filename = String(Object(response.body).filename);
      expect(response.body).toMatchObject({ url: `/submit-expense?uploaded=${filename}` });
      expect((await by('mia', 'GET', `/uploads/${filename}`)).bytes.equals(bytes)).toBe(true);
      const claimed = await company.claim({ uploaded: filename }, { receipt: null });
      expect(claimed).toMatchObject({ status: 'submitted', receipt: filename });
    });
  });
});
