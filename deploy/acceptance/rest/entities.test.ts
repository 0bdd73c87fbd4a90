import {
  auditExpenseRoute,
  createExpenseRoute,
  createInviteRoute,
  createOnBehalfRoute,
  createResetCodeRoute,
  expenseHistoryRoute,
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

    it.each(['Plane / Train', 'Hotel', 'Taxi / Ride', 'Restaurant', 'Communication', 'IT', 'Other'])(
      'the category "%s" of the submit form is stored unchanged',
      async (type) => expect(await company.claim({ type })).toMatchObject({ type }),
    );

    it.each([
      ['support', 'support'],
      ['investment', 'investment'],
      ['mix', 'mix'],
      ['core', 'investment'],
      ['Core / investment', 'investment'],
      ['support and core', 'mix'],
      ['Mix / Unknown', 'mix'],
    ])('the classification "%s" is %s', async (sent, classification) => {
      const expense = await company.claim({ classification: sent, vat_amount: '0' });
      expect(expense).toMatchObject({ classification });
    });

    it.each(['EUR', 'USD', 'KES', 'NGN', 'ZAR', 'XOF', 'XAF', 'GHS', 'CHF', 'GBP', 'MAD', 'EGP'])(
      'the currency %s has a rate, and no currency_other',
      async (currency) => {
        const expense = await company.claim({ currency });
        expect(expense).toMatchObject({ currency, currency_other: null, exchange_rate: number });
        expect(expense.exchange_rate === 1).toBe(currency === 'EUR');
      },
    );

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

    it('has the actions of R-9.2', async () => {
      const { api, root, paul } = company;
      const over = { currency: 'USD', amount: '40.00' };
      const first = await company.claim(over, { as: paul });
      const override = ((first.fetched_exchange_rate ?? 0) * 1.02).toFixed(6);
      const path = `/api/expenses/${first.id}`;
      const form = company.form({ ...over, override_exchange_rate: override, override_reason: 'Card', type: 'IT' });
      expect((await api.send('PUT', path, { as: paul, form })).status).toBe(200);
      const admin = `/api/admin${path.slice('/api'.length)}`;
      await api.send('PUT', admin, { as: root, json: { metadata: { category: 'Hotel' } } });
      await api.send('PUT', `${admin}/reject`, { as: root, json: { admin_notes: 'Which hotel?' } });
      await api.send('PUT', `${admin}/unapprove`, { as: root });
      await api.send('PUT', `${admin}/approve`, { as: root });
      const actions = new Set((await auditOf(first)).map(({ action }) => action));
      for (const action of [
        'created',
        'updated',
        'admin_edit',
        'approved',
        'rejected',
        'status_changed',
        'fx_override',
      ]) {
        expect(actions).toContain(action);
      }
    });

    it('the history begins with a JSON snapshot of the submission (R-9.3)', async () => {
      const expense = await company.claim({ amount: '77.10', type: 'Hotel' });
      const params = { id: expense.id };
      const json = { original: { amount: 70 }, metadata: { category: 'IT' } };
      await company.api.send('PUT', `/api/admin/expenses/${expense.id}`, { as: company.root, json });
      const { history } = await company.api.call(expenseHistoryRoute, { as: company.root, params });
      const [first, ...later] = history;
      expect(first).toMatchObject({ created_at: instant, old_value: null });
      expect(JSON.parse(first?.new_value ?? '')).toMatchObject({ amount: '77.10', currency: 'EUR', type: 'Hotel' });
      expect(later).toContainEqual(expect.objectContaining({ old_value: '77.10', new_value: '70.00' }));
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

  it('a reset code', async () => {
    const params = { id: company.mia.user.id };
    expect(await company.api.call(createResetCodeRoute, { as: company.root, params })).toEqual({
      reset_code: expect.stringMatching(/^\d{6}$/),
      expires_in_seconds: 3600,
    });
  });

  it('an expense created on behalf belongs to its user and has the same fields', async () => {
    const json = {
      user_id: company.mia.user.id,
      date: company.today(),
      category: 'Meals',
      justification: 'Forgotten lunch',
      amount: 9.9,
      currency: 'EUR',
      status: 'submitted',
      no_receipt: true,
    };
    const { expense } = await company.api.call(createOnBehalfRoute, { as: company.root, json });
    expect(expense).toMatchObject({
      user_id: company.mia.user.id,
      user_name: 'Mia Tester',
      user_email: company.mia.user.email,
      type: 'Meals',
      amount: 9.9,
      status: 'submitted',
      receipt: null,
      no_receipt: true,
      classification: null,
      vat_amount: null,
    });
  });
});
