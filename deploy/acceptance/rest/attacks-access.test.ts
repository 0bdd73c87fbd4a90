import { auditExpenseRoute, type ExpenseJson } from '@outlay/contracts';
import { STATUSES } from '@outlay/rules';
import { expectNoChange } from './testing/attack.js';
import { startOwnCompany, type Company, type Person } from './testing/company.js';
import { pdf } from './testing/receipt-files.js';

const NOT_FOUND = { status: 404, code: 'NOT_FOUND' };

describe('attacks on resources of other people', () => {
  let company: Company;
  let strangers: readonly Person[];
  beforeAll(async () => {
    company = await startOwnCompany();
    strangers = [await company.addPerson('team_member'), company.paul];
  });
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
});
