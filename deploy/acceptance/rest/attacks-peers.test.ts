import { createHash } from 'node:crypto';
import {
  amendExpenseRoute,
  approveExpenseRoute,
  auditExpenseRoute,
  downloadReceiptsZipRoute,
  downloadReportRoute,
  exchangeRateRoute,
  PERMISSIONS,
  previewReportRoute,
  reviseExpenseRoute,
  routePath,
  type ExpenseJson,
  type ReportJson,
} from '@outlay/contracts';
import { addDays, multiplyDecimals, roundHalfUp } from '@outlay/rules';
import { eventually, readReceiptsZip } from '@outlay/testing';
import { readSheet } from 'read-excel-file/node';
import { sendRaw, expectNoChange } from './testing/attack.js';
import { startOwnCompany, type Company, type Person } from './testing/company.js';
import { pdf } from './testing/receipt-files.js';

const PAY = '/api/admin/expenses/bulk-mark-paid';

describe('defects of similar systems', () => {
  let company: Company;
  let second: Person;
  beforeAll(async () => {
    company = await startOwnCompany();
    second = await company.addPerson('super_admin');
  });
  afterAll(() => company.close());

  const expectError = (...request: Parameters<Company['api']['expectError']>) =>
    expectNoChange(company, () => company.api.expectError(...request));
  const approveAs = async (as: Person, { id }: ExpenseJson) =>
    (await company.api.call(approveExpenseRoute, { as, params: { id }, json: {} })).expense;
  const reportOf = (paymentId: string): Promise<ReportJson> =>
    eventually(async () => {
      const { body } = await company.api.send('GET', '/api/admin/reports', { as: company.root });
      return (body as ReportJson[]).find(({ payment_id, status }) => payment_id === paymentId && status === 'ready');
    });
  const bytesOf = async (path: string, as = company.root) => (await company.api.send('GET', path, { as })).bytes;
  const rowsOf = async ({ filename }: ReportJson) => {
    const params = { filename };
    const { headers, rows } = await company.api.call(previewReportRoute, { as: company.root, params });
    return rows.map((row) => Object.fromEntries(headers.map((header, index) => [header, row[index]])));
  };

  describe('self-approval', () => {
    const OWN = { status: 403, code: 'OWN_EXPENSE' };

    it('is rejected by any identifier of the expense, also with approve_anyway', async () => {
      const own = await company.claim({}, { as: company.root });
      for (const id of [own.id, own.expense_id, own.unique_id]) {
        const path = `/api/admin/expenses/${id}/approve`;
        for (const json of [{}, { approve_anyway: true }, { revision: own.revision }]) {
          expect(await expectError('PUT', path, { as: company.root, json })).toMatchObject(OWN);
        }
      }
    });

    it('is rejected for an expense created on one’s own behalf', async () => {
      const claim = { date: company.today(), category: 'IT', justification: 'Mine', amount: 12.5, currency: 'EUR' };
      const json = { user_id: company.root.user.id, ...claim, no_receipt: true };
      const { body } = await company.api.send('POST', '/api/admin/expenses', { as: company.root, json });
      const path = `/api/admin/expenses/${Object(body).expense.id}/approve`;
      expect(await expectError('PUT', path, { as: company.root, json: {} })).toMatchObject(OWN);
    });

    it('is rejected for payments of an own expense, alone or among others', async () => {
      const own = await approveAs(second, await company.claim({}, { as: company.root }));
      const other = await company.expense('approved');
      const pay = (...expense_ids: string[]) =>
        expectError('POST', PAY, { as: company.root, json: { expense_ids, user_name: own.user_name } });
      expect(await pay(own.id)).toMatchObject(OWN);
      expect(await pay(own.expense_id, own.unique_id)).toMatchObject(OWN);
      expect(await pay(own.id, other.id)).toMatchObject({ status: 409 });
      expect(await pay(other.id, own.id)).toMatchObject({ status: 409 });
    });

    it('is rejected for amending an own expense after another person approved it', async () => {
      const own = await approveAs(second, await company.claim({ amount: '10.00' }, { as: company.root }));
      for (const json of [{ original: { amount: 9999 } }, { reimbursement: { amount: 9999, reason: 'Mine' } }]) {
        expect(await expectError('PUT', `/api/admin/expenses/${own.id}`, { as: company.root, json })).toMatchObject(
          OWN,
        );
      }
    });
  });

  it('receipts lost when a reviewer edits: the bytes stay the same after edits and in the zip', async () => {
    const file = pdf('to be kept');
    const content = Buffer.from(await file.arrayBuffer());
    const expense = await company.claim({ classification: 'support', vat_amount: '1.50' }, { receipt: file });
    const params = { id: expense.id };
    for (const json of [
      { metadata: { category: 'IT', justification: 'Corrected', classification: 'mix', vat_amount: null } },
      { original: { amount: 31.5, currency: 'USD', date: addDays(company.today(), -1) } },
      { reimbursement: { amount: 30, reason: 'Minibar' }, clear_override: true },
    ]) {
      const { expense: amended } = await company.api.call(amendExpenseRoute, { as: company.root, params, json });
      expect(amended).toMatchObject({ receipt: expense.receipt, receipt_sha256: expense.receipt_sha256 });
      expect(await bytesOf(`/uploads/${amended.receipt}`, company.mia)).toEqual(content);
    }
    const form = company.form({ justification: 'Edited by its owner, no file sent again' }, null);
    const revised = await company.api.call(reviseExpenseRoute, { as: company.mia, params, form });
    expect(revised.expense.receipt).toBe(expense.receipt);
    const { payment_id } = await company.pay(await company.approve(revised.expense));
    const { filename } = await reportOf(payment_id);
    const [entry] = await readReceiptsZip(await bytesOf(routePath(downloadReceiptsZipRoute, { filename })));
    expect(entry?.bytes).toEqual(content);
  });

  it('only the first attachment in an export: the zip has every receipt, named in its row', async () => {
    const files = ['one', 'two', 'three', 'four'].map((note) => pdf(note));
    const approved = [];
    for (const receipt of files) approved.push(await company.approve(await company.claim({}, { receipt })));
    const { payment_id } = await company.pay(...approved);
    const report = await reportOf(payment_id);
    const params = { filename: report.filename };
    const entries = await readReceiptsZip(await bytesOf(routePath(downloadReceiptsZipRoute, params)));
    const hashes = entries.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
    expect(hashes.sort()).toEqual(approved.map(({ receipt_sha256 }) => receipt_sha256).sort());
    const sheet = await readSheet(await bytesOf(routePath(downloadReportRoute, params)));
    const column = sheet[0]?.indexOf('Receipt') ?? -1;
    const named = sheet.slice(1, 1 + files.length).map((row) => row[column]);
    expect(named.sort()).toEqual(entries.map(({ name }) => name).sort());
  });

  it('a payment lock never released after a failure: a rejected expense can be paid next time', async () => {
    const [first, third] = [await company.expense('approved'), await company.expense('approved')];
    const open = await company.expense('submitted');
    const other = await company.expense('approved', company.paul);
    const json = (...ids: string[]) => ({ expense_ids: ids, user_name: 'Mia Tester' });
    for (const [bad, status] of [
      [open.id, 409],
      [other.id, 409],
      ['EXP-0000000000', 404],
    ] as const) {
      const ask = { as: company.root, json: json(first.id, third.id, bad) };
      expect(await expectError('POST', PAY, ask)).toMatchObject({ status });
    }
    const both = { as: company.root, json: json(first.id, third.id) };
    const responses = await Promise.all([1, 2, 3].map(() => company.api.send('POST', PAY, both)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(responses.map(({ body }) => Object(body).payment_id)).size).toBe(1);
    expect((await company.pay(other)).message).toMatch(/^1 /);
  });

  it('a blended rate: each expense of a payment uses the rate of its own day and is rounded separately', async () => {
    const rateOn = async (date: string) =>
      (await company.api.call(exchangeRateRoute, { query: { from: 'KES', to: 'EUR', date } })).rate;
    const days = Array.from({ length: 300 }, (_, i) => addDays(company.today(), -i));
    const rates = new Map<number, string>();
    for (const day of days) {
      if (rates.size === 3) break;
      rates.set(await rateOn(day), day);
    }
    expect(rates.size).toBe(3);
    const approved = [];
    for (const [index, date] of [...rates.values()].entries()) {
      const claim = { date, currency: 'KES', amount: `${1234 + index}.55` };
      approved.push(await company.approve(await company.claim(claim)));
    }
    const { payment_id } = await company.pay(...approved);
    const rows = await rowsOf(await reportOf(payment_id));
    const expected = [...rates.keys()].map((rate, index) => ({
      'Exchange Rate': rate,
      Reimbursement: Number(roundHalfUp(multiplyDecimals(`${1234 + index}.55`, String(rate)), 2)),
    }));
    expect(rows.slice(0, 3)).toMatchObject(expected);
    const total = expected.reduce((sum, row) => sum + row.Reimbursement, 0);
    expect(rows[3]?.Reimbursement).toBeCloseTo(total, 8);
  });

  it('a log naming the manager instead of the approver: each entry has its actor', async () => {
    const claimed = await company.claim();
    const approved = await approveAs(second, claimed);
    expect(approved.approved_by_email).toBe(second.user.email);
    const { payment_id } = await company.pay(approved);
    const params = { id: claimed.id };
    const { audit_log } = await company.api.call(auditExpenseRoute, { as: company.mia, params });
    const who = (action: string) => audit_log.find((entry) => entry.action === action)?.changed_by_email;
    expect(who('created')).toBe(company.mia.user.email);
    expect(who('approved')).toBe(second.user.email);
    expect(who('paid')).toBe(company.root.user.email);
    const [row] = await rowsOf(await reportOf(payment_id));
    expect(row?.['Approved By']).toBe(second.user.email);
  });

  it('a figure changed behind an approval: its amender is the approver, in the expense, the trail and the spreadsheet', async () => {
    const approved = await company.expense('approved');
    const params = { id: approved.id };
    const amend = (json: object) => company.api.call(amendExpenseRoute, { as: second, params, json });
    expect((await amend({ metadata: { category: 'IT' } })).expense).toMatchObject({
      approved_by_email: company.root.user.email,
      amended_after_approval_by: null,
    });
    const { expense: amended } = await amend({ original: { amount: 77.7 } });
    expect(amended).toMatchObject({
      status: 'approved',
      reimbursement_amount: 77.7,
      approved_by_email: second.user.email,
      amended_after_approval_by: second.user.email,
    });
    const { audit_log } = await company.api.call(auditExpenseRoute, { as: company.mia, params });
    expect(audit_log.filter(({ action }) => action === 'approved').map((entry) => entry.changed_by_email)).toEqual([
      company.root.user.email,
      second.user.email,
    ]);
    const { payment_id } = await company.pay(amended);
    const [row] = await rowsOf(await reportOf(payment_id));
    expect(row).toMatchObject({ 'Approved By': second.user.email, Reimbursement: 77.7 });
  });

  it('a duplicate made by an amendment: an approved claim is amended into one only with "approve_anyway"', async () => {
    const [like, other] = [await company.expense('approved'), await company.expense('approved')];
    const json = { original: { amount: like.amount }, revision: other.revision };
    const path = `/api/admin/expenses/${other.id}`;
    expect(await expectError('PUT', path, { as: second, json })).toMatchObject({
      code: 'POSSIBLE_DUPLICATE',
      details: { duplicates: [like.expense_id] },
    });
    const anyway = await company.api.send('PUT', path, { as: second, json: { ...json, approve_anyway: true } });
    expect(anyway).toMatchObject({ status: 200, body: { expense: { amount: like.amount, status: 'approved' } } });
  });

  it('helper endpoints without a permission check: only required calls are public, and reveal no personal data', async () => {
    const open = Object.entries(PERMISSIONS).filter(([, { access }]) => access === 'public');
    const calls = open.map(([call]) => call);
    const descriptions = ['openapi.json', 'asyncapi.json'];
    const paths = ['health/live', 'health/ready', 'exchange-rate', ...descriptions];
    const reading = paths.map((path) => `GET /api/${path}`);
    const beginning = ['login', 'register', 'reset-password-with-code'].map((path) => `POST /api/auth/${path}`);
    expect(calls.sort()).toEqual([...beginning, ...reading].sort());
    const query = `?from=USD&to=EUR&date=${company.today()}`;
    for (const path of ['health/live', 'health/ready', `exchange-rate${query}`, ...descriptions, 'docs']) {
      const { status, text } = await sendRaw(company.product.origin, `/api/${path}`);
      expect([path, status]).toEqual([path, 200]);
      for (const { email, id, last_name } of [company.mia.user, company.root.user]) {
        for (const word of [email, id, `"${last_name}"`]) expect(text).not.toContain(word);
      }
    }
  });
});
