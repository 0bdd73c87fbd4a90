import {
  auditExpenseRoute,
  createExpenseRoute,
  createInviteRoute,
  findDuplicatesRoute,
  listAllExpensesRoute,
  listAllReportsRoute,
  listInvitesRoute,
  listOwnReportsRoute,
  listUsersRoute,
  loginRoute,
  previewReportRoute,
  profileRoute,
  type ExpenseJson,
} from '@outlay/contracts';
import { PASSWORD, startCompany, type Company } from './testing/company.js';

const text: unknown = expect.any(String);
const number: unknown = expect.any(Number);
const instant: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const uuid: unknown = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const publicId: unknown = expect.stringMatching(/^EXP-[0-9A-Z]{10}$/);

describe('the fields of answers (R-12.7)', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  describe('User', () => {
    const user = () => ({
      id: uuid,
      email: company.mia.user.email,
      first_name: 'Mia',
      last_name: 'Tester',
      role: 'team_member',
      status: 'active',
      reimbursement_currency: 'EUR',
    });

    it('a login answers with the user and a token, and no secret', async () => {
      const json = { email: company.mia.user.email, password: PASSWORD };
      expect(await company.api.call(loginRoute, { json })).toEqual({ user: user(), token: text });
    });

    it('the profile and the list of users have the same fields', async () => {
      expect(await company.api.call(profileRoute, { as: company.mia })).toEqual(user());
      expect(await company.api.call(listUsersRoute, { as: company.root })).toContainEqual(user());
    });
  });

  describe('Expense', () => {
    const always = () => ({
      id: uuid,
      expense_id: publicId,
      unique_id: text,
      user_id: uuid,
      user_name: 'Paul Tester',
      user_email: company.paul.user.email,
      created_at: instant,
      updated_at: instant,
    });

    it('a submitted expense in another currency with an overridden rate has every field, and numbers as numbers', async () => {
      const { exchange_rate } = await company.claim({ currency: 'USD', amount: '12.30' }, { as: company.paul });
      const override = (exchange_rate ?? 0) * 1.01;
      const over = { override_exchange_rate: override.toFixed(6), override_reason: 'Card statement' };
      const expense = await company.claim({ currency: 'USD', amount: '50.10', ...over }, { as: company.paul });
      expect(expense).toMatchObject({
        ...always(),
        date: company.today(),
        submitted_at: instant,
        type: 'Restaurant',
        justification: 'Dinner with the auditors',
        amount: 50.1,
        currency: 'USD',
        currency_other: null,
        vat_amount: null,
        classification: 'investment',
        status: 'submitted',
        receipt: expect.stringMatching(/^[\w-]+\.pdf$/),
        no_receipt: false,
        exchange_rate: Number(override.toFixed(6)),
        fetched_exchange_rate: exchange_rate,
        override_exchange_rate: Number(override.toFixed(6)),
        override_reason: 'Card statement',
        reimbursement_amount: number,
        reimbursement_currency: 'EUR',
        admin_notes: null,
        approved_by_email: null,
        approved_at: null,
        duplicate_count: 0,
      });
    });

    it('an empty draft has null for every missing field', async () => {
      const form = new FormData();
      form.append('status', 'draft');
      const { expense } = await company.api.call(createExpenseRoute, { as: company.paul, form });
      const open = {
        date: null,
        submitted_at: null,
        type: null,
        justification: null,
        amount: null,
        currency: null,
        currency_other: null,
        vat_amount: null,
        classification: null,
        receipt: null,
        exchange_rate: null,
        fetched_exchange_rate: null,
        override_exchange_rate: null,
        override_reason: null,
        reimbursement_amount: null,
        admin_notes: null,
        approved_by_email: null,
        approved_at: null,
      };
      const rest = { status: 'draft', no_receipt: false, reimbursement_currency: 'EUR', duplicate_count: 0 };
      expect(expense).toMatchObject({ ...always(), ...open, ...rest });
    });

    it('vat_amount is a number where VAT is claimed', async () => {
      const vat = await company.claim({ classification: 'support', vat_amount: '3.50' });
      expect(vat).toMatchObject({ vat_amount: 3.5, exchange_rate: 1 });
    });

    it('a rejected expense has the reason in admin_notes, an approved one its approver and time of approval', async () => {
      expect(await company.expense('rejected')).toMatchObject({
        admin_notes: 'Blurred receipt',
        approved_by_email: null,
        approved_at: null,
      });
      expect(await company.expense('approved')).toMatchObject({
        admin_notes: null,
        approved_by_email: 'rosa@example.org',
        approved_at: instant,
      });
    });

    it('the admin list has the same fields, and the names of the user', async () => {
      const expense = await company.claim();
      const listed = await company.api.call(listAllExpensesRoute, { as: company.root });
      expect(listed.find(({ id }) => id === expense.id)).toEqual(expense);
    });

    it('the code of an OTHER currency is both currency and currency_other (R-4.6)', async () => {
      const expense = await company.claim({ currency: 'OTHER', currency_other: 'jpy' });
      expect(expense).toMatchObject({ currency: 'JPY', currency_other: 'JPY', exchange_rate: number });
    });
  });

  describe('Report', () => {
    it('has its fields, with the expense ids as a list and null for the SharePoint links (R-8.5)', async () => {
      const report = await company.report(company.mia, 2);
      expect(report).toMatchObject({
        id: text,
        filename: expect.stringMatching(/^[\w-]+\.xlsx$/),
        user_id: company.mia.user.id,
        user_name: 'Mia Tester',
        user_currency: 'EUR',
        currency: 'EUR',
        generated_at: instant,
        total_amount: number,
        expense_count: 2,
        expense_ids: [publicId, publicId],
        sp_xls_web_url: null,
        sp_folder_web_url: null,
      });
      const { reports } = await company.api.call(listOwnReportsRoute, { as: company.mia });
      expect(reports).toContainEqual(report);
      expect(await company.api.call(listAllReportsRoute, { as: company.root })).toContainEqual(report);
    });

    it('has a preview of headers and rows (R-8.5)', async () => {
      const { filename } = await company.report();
      const preview = await company.api.call(previewReportRoute, { as: company.mia, params: { filename } });
      expect(preview.headers).toEqual(expect.arrayContaining(['Date', 'Description', 'Category', 'Reimbursement']));
      expect(preview.rows.map((row) => row.length)).toEqual(preview.rows.map(() => preview.headers.length));
      expect(preview.rows.length).toBeGreaterThanOrEqual(1);
    });
  });

  describe('Audit entry', () => {
    const entry = {
      id: text,
      action: text,
      change_summary: text,
      changed_by_email: text,
      changed_by_role: text,
      created_at: instant,
    };
    const auditOf = async ({ id }: ExpenseJson) =>
      (await company.api.call(auditExpenseRoute, { as: company.root, params: { id } })).audit_log;

    it('has its fields and its actor, oldest first (R-9.2)', async () => {
      const log = await auditOf(await company.expense('rejected'));
      for (const one of log) expect(one).toMatchObject(entry);
      expect(log.at(-1)).toMatchObject({
        action: 'rejected',
        field_name: 'status',
        old_value: 'submitted',
        new_value: 'rejected',
        changed_by_email: 'rosa@example.org',
        changed_by_role: 'super_admin',
      });
      expect(log[0]).toMatchObject({
        action: 'created',
        changed_by_email: company.mia.user.email,
        changed_by_role: 'team_member',
      });
    });
  });

  describe('duplicates', () => {
    it('a duplicate warning and the list of duplicates (R-7.2)', async () => {
      const same = { amount: '66.60', justification: 'Lunch with the board' };
      const first = await company.approve(await company.claim(same));
      const form = company.form({ ...same, justification: 'Lunch, again' });
      const again = await company.api.call(createExpenseRoute, { as: company.mia, form });
      expect(again.duplicate_warning).toEqual({
        expense_id: first.expense_id,
        justification: 'Lunch with the board',
        message: text,
      });
      const byReceipt = `/api/expenses/duplicate-warning?receipt_sha256=${first.receipt_sha256}`;
      expect((await company.api.send('GET', byReceipt, { as: company.mia })).body).toMatchObject({
        same_figures: null,
        same_receipt: { expense_id: first.expense_id },
      });
      for (const id of ['', `&id=${first.expense_id}`, `&id=${first.id}`]) {
        expect((await company.api.send('GET', byReceipt + id, { as: company.paul })).body).toEqual({
          same_figures: null,
          same_receipt: { expense_id: null, justification: null, message: 'This receipt was submitted before.' },
        });
      }
      const params = { id: again.expense.expense_id };
      const { duplicates } = await company.api.call(findDuplicatesRoute, { as: company.root, params });
      expect(duplicates).toEqual([{ ...first, same_figures: true, same_receipt: false }]);
      const listed = await company.api.call(listAllExpensesRoute, { as: company.root });
      expect(listed.find(({ id }) => id === again.expense.id)).toMatchObject({ duplicate_count: 1 });
    });
  });

  it('an invite', async () => {
    const { api, root } = company;
    const json = { email: 'New@Example.org', role: 'partner', expires_in_days: 7 };
    const created = await api.call(createInviteRoute, { as: root, json });
    expect(created).toEqual({ email: 'new@example.org', role: 'partner', token: text, expires_at: instant });
    const invites = await api.call(listInvitesRoute, { as: root });
    expect(invites).toContainEqual({ id: text, ...created, used_at: null });
    expect(invites.find(({ email }) => email === company.mia.user.email)).toMatchObject({ used_at: instant });
  });
});
