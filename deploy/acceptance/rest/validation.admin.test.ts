import { auditExpenseRoute, createInviteRoute, listAllExpensesRoute, type ExpenseJson } from '@outlay/contracts';
import { addDays, monthsBefore, receiptMessages } from '@outlay/rules';
import { startCompany, type Company } from './testing/company.js';
import { pdf } from './testing/receipt-files.js';

const CURRENCY = 'Please enter a valid 3-letter currency code (e.g., USD, EUR)';
const DAY_MS = 24 * 60 * 60 * 1000;

describe('validation of what super admins send', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  const post = (path: string, json: object) => company.api.send('POST', path, { as: company.root, json });
  const put = (path: string, json?: object) => company.api.send('PUT', path, { as: company.root, json });
  const invalid = (message?: string) => ({ status: 400, body: { code: 'INVALID_INPUT', ...(message && { message }) } });

  describe('a correction (R-4.13)', () => {
    let expense: ExpenseJson;
    beforeEach(async () => {
      expense = await company.claim({ classification: 'support', vat_amount: '1.00' });
    });
    const edit = (json: object) => put(`/api/admin/expenses/${expense.id}`, json);
    const stands = async () => {
      const all = await company.api.call(listAllExpensesRoute, { as: company.root });
      return all.find(({ id }) => id === expense.id);
    };

    it.each([0, '0', -1, '0.001', '1,5', 'abc', null, '1e2'])('rejects the amount %j (R-4.5)', async (amount) => {
      expect(await edit({ original: { amount } })).toMatchObject({ status: 400 });
      expect(await edit({ reimbursement: { amount, reason: 'Agreed' } })).toMatchObject({ status: 400 });
      expect(await stands()).toEqual(expense);
    });

    it.each(['EU', 'EURO', 'E1R', 'ABC', 'OTHER', ''])('rejects the currency %j (R-4.6)', async (currency) => {
      expect(await edit({ original: { currency } })).toMatchObject(invalid(CURRENCY));
    });

    it('amount, currency (in any case) and date change together, at the server’s rate', async () => {
      const date = addDays(company.today(), -3);
      expect(await edit({ original: { amount: '12.50', currency: 'chf', date } })).toMatchObject({
        status: 200,
        body: { expense: { amount: 12.5, currency: 'CHF', date, override_exchange_rate: null } },
      });
    });

    it('VAT above the amount is rejected, whichever of them changes', async () => {
      const message = 'Please enter a valid VAT amount (must not be greater than the amount)';
      expect(await edit({ metadata: { vat_amount: 9999 } })).toMatchObject(invalid(message));
      expect(await edit({ original: { amount: '0.99' } })).toMatchObject(invalid(message));
      expect(await stands()).toEqual(expense);
      expect((await edit({ original: { amount: '1.00' } })).status).toBe(200);
    });

    it('a new date must be in the allowed range (R-4.3)', async () => {
      const days = [addDays(company.today(), 1), addDays(monthsBefore(company.today(), 12), -1), '2026-02-30'];
      for (const date of days) expect(await edit({ original: { date } })).toMatchObject({ status: 400 });
      expect((await edit({ original: { date: monthsBefore(company.today(), 12) } })).status).toBe(200);
    });

    it('rejects a new reimbursement without a reason, accepts it with one (R-5.8)', async () => {
      for (const reason of [undefined, '', '   ', null]) {
        expect(await edit({ reimbursement: { amount: 5, reason } })).toMatchObject({ status: 400 });
      }
      expect(await edit({ reimbursement: { amount: 5, reason: ' Minibar ' } })).toMatchObject({
        status: 200,
        body: { expense: { reimbursement_amount: 5, reimbursement_reason: 'Minibar' } },
      });
    });

    it('an edit without a change appends nothing', async () => {
      const { amount, currency, date, type, justification, classification, vat_amount, reimbursement_amount } = expense;
      const same = {
        original: { amount, currency, date },
        metadata: { category: type, justification, classification, vat_amount },
        reimbursement: { amount: reimbursement_amount, reason: '' },
      };
      for (const json of [{}, { original: {} }, { metadata: {} }, { clear_override: true }, same]) {
        expect(await edit(json)).toMatchObject({ status: 200, body: { expense: { revision: expense.revision } } });
      }
      const { audit_log } = await company.api.call(auditExpenseRoute, {
        as: company.root,
        params: { id: expense.id },
      });
      expect(audit_log.map(({ action }) => action)).not.toContain('admin_edit');
    });

    it('metadata: only sent fields change; VAT is cleared if it no longer applies (R-4.8)', async () => {
      expect(await edit({ metadata: { vat_amount: 2.25 } })).toMatchObject({ body: { expense: { vat_amount: 2.25 } } });
      expect(await edit({ metadata: { vat_amount: null } })).toMatchObject({ body: { expense: { vat_amount: null } } });
      expect(await edit({ metadata: { vat_amount: '3' } })).toMatchObject({ body: { expense: { vat_amount: 3 } } });
      expect(await edit({ metadata: { category: 'Hotel' } })).toMatchObject({
        body: { expense: { vat_amount: null, type: 'Hotel', classification: 'support' } },
      });
      expect(await edit({ metadata: { classification: null } })).toMatchObject({
        body: { expense: { classification: null, justification: expense.justification } },
      });
    });

    it('an edit leaves the missing fields of an unfinished draft empty', async () => {
      const draft = await company.claim({ status: 'draft', type: null, justification: null }, { receipt: null });
      const json = { metadata: { classification: 'mix' } };
      expect(await put(`/api/admin/expenses/${draft.id}`, json)).toMatchObject({
        status: 200,
        body: { expense: { classification: 'mix', type: null, justification: null } },
      });
    });

    it.each([
      { metadata: { category: ' ' } },
      { metadata: { justification: '' } },
      { metadata: { classification: 'banana' } },
      { metadata: { vat_amount: -1 } },
      { metadata: { vat_amount: 'abc' } },
      { metadata: 'all of it' },
      { original: [] },
      { clear_override: 'perhaps' },
    ])('rejects %j', async (json) => expect(await edit(json)).toMatchObject({ status: 400 }));
  });

  describe('a claim on behalf (R-4.12)', () => {
    const claim = (over: object) => ({
      user_id: company.mia.user.id,
      date: company.today(),
      category: 'Meals',
      justification: 'Forgotten lunch',
      amount: company.amount(),
      currency: 'EUR',
      status: 'submitted',
      no_receipt: 'true',
      ...over,
    });
    const create = (over: object) => post('/api/admin/expenses', claim(over));
    const createByForm = (over: Readonly<Record<string, string>>, receipt: File | null) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(claim(over))) form.append(name, value);
      if (receipt) form.append('receipt', receipt);
      return company.api.send('POST', '/api/admin/expenses', { as: company.root, form });
    };
    const all = () => company.api.call(listAllExpensesRoute, { as: company.root });

    it('is submitted, and belongs to its user', async () => {
      expect(await create({})).toMatchObject({
        status: 201,
        body: { expense: { status: 'submitted', user_id: company.mia.user.id, no_receipt: true } },
      });
      for (const status of ['draft', 'approved', 'paid']) expect((await create({ status })).status).toBe(400);
    });

    it('rejects dates outside the range with the short messages (R-4.3)', async () => {
      const oldest = monthsBefore(company.today(), 12);
      const future = 'Future dates are not allowed.';
      const tooOld = 'Dates older than 12 months are not allowed.';
      for (const days of [1, 2, 400]) {
        expect(await create({ date: addDays(company.today(), days) })).toMatchObject(invalid(future));
      }
      for (const days of [-1, -20, -400]) {
        expect(await create({ date: addDays(oldest, days) })).toMatchObject(invalid(tooOld));
      }
      expect((await create({ date: oldest })).status).toBe(201);
    });

    it('a form is submitted with its receipt, whatever it declares', async () => {
      const receipt = pdf('bought for Mia', 'cable.pdf');
      const { status, body } = await createByForm({}, receipt);
      expect(status).toBe(201);
      const { expense } = body as { expense: ExpenseJson };
      expect(expense).toMatchObject({ status: 'submitted', receipt_name: 'cable.pdf', no_receipt: false });
      const stored = await company.api.send('GET', `/uploads/${expense.receipt}`, { as: company.mia });
      expect(stored.bytes).toEqual(Buffer.from(await receipt.arrayBuffer()));
    });

    it('neither receipt nor declaration is 400 by form and by JSON, and nothing is submitted (R-4.10)', async () => {
      const before = await all();
      const neither = invalid(receiptMessages.requiredPrivileged);
      for (const no_receipt of [undefined, false, 'false']) expect(await create({ no_receipt })).toMatchObject(neither);
      expect(await createByForm({ no_receipt: 'false' }, null)).toMatchObject({
        ...neither,
        body: { details: [{ field: 'receipt', message: receiptMessages.requiredPrivileged }] },
      });
      const text = new File(['no receipt'], 'x.pdf', { type: 'application/pdf' });
      expect(await createByForm({}, text)).toMatchObject(invalid(receiptMessages.type));
      expect(await all()).toEqual(before);
    });

    it('no user is 400, an unknown one 404', async () => {
      expect(await create({ user_id: undefined })).toMatchObject(invalid());
      expect(await create({ user_id: ' ' })).toMatchObject(invalid());
      expect(await create({ user_id: 'nobody' })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    });

    it.each([
      { justification: '  ' },
      { justification: undefined },
      { category: '' },
      { amount: 0 },
      { amount: '-1' },
      { amount: 'abc' },
      { amount: undefined },
      { vat_amount: 'abc' },
      { vat_amount: -1 },
      { classification: 'banana' },
      { no_receipt: 'perhaps' },
    ])('rejects %j', async (over) => expect(await create(over)).toMatchObject(invalid()));

    it.each(['EU', 'EURO', 'ABC', 'OTHER', ''])('rejects the currency %j (R-4.6)', async (currency) => {
      expect(await create({ currency })).toMatchObject(invalid(CURRENCY));
    });

    it('VAT above the amount is rejected', async () => {
      const taxed = (vat_amount: string) =>
        createByForm({ category: 'IT', classification: 'support', amount: '10', vat_amount }, pdf());
      const message = 'Please enter a valid VAT amount (must not be greater than the amount)';
      expect(await taxed('10.01')).toMatchObject(invalid(message));
      expect(await taxed('10')).toMatchObject({ status: 201 });
    });

    it('accepts classification and VAT, none, or null, and ignores sent rates', async () => {
      const rates = { exchange_rate: '9', fetched_exchange_rate: '9', reimbursement_amount: '999' };
      const vat = { classification: 'support', vat_amount: '1', no_receipt: 'false' };
      expect(await createByForm({ amount: '10.00', ...rates, ...vat }, pdf())).toMatchObject({
        status: 201,
        body: { expense: { exchange_rate: 1, reimbursement_amount: 10, classification: 'support', vat_amount: 1 } },
      });
      expect((await create({ classification: null, vat_amount: null })).status).toBe(201);
    });
  });

  describe('decisions, invites and payments', () => {
    it.each([undefined, {}, { admin_notes: '' }, { admin_notes: ' \n ' }, { admin_notes: null }])(
      'a rejection with %j is refused for want of a reason (R-6.4)',
      async (json) => {
        const { id } = await company.claim();
        expect(await put(`/api/admin/expenses/${id}/reject`, json)).toMatchObject(
          invalid('Please provide a reason for rejection'),
        );
      },
    );

    it.each([undefined, '', '  ', null])('an invite for the email %j is refused', async (email) => {
      expect(await post('/api/auth/invites', { email })).toMatchObject(invalid('Email is required'));
    });

    it.each(['nobody', 'a@b', 'a b@example.org', { $ne: null }])('rejects an invite for %j', async (email) => {
      expect(await post('/api/auth/invites', { email })).toMatchObject(invalid());
    });

    it.each<[unknown, number | null]>([
      [undefined, 14],
      ['', 14],
      [null, 14],
      [1, 1],
      ['1', 1],
      [90, 90],
      ['90', 90],
      [0, null],
      ['0', null],
      [91, null],
      [-1, null],
      [1.5, null],
      ['soon', null],
      [true, null],
    ])('an invite of %j days is valid for %j (R-3.3)', async (expires_in_days, days) => {
      const email = 'later@example.org';
      const before = company.now().getTime();
      if (days === null) {
        expect(await post('/api/auth/invites', { email, expires_in_days })).toMatchObject(invalid());
        return;
      }
      const json = { email, expires_in_days };
      const { expires_at } = await company.api.call(createInviteRoute, { as: company.root, json });
      const end = Date.parse(expires_at) - days * DAY_MS;
      expect(end).toBeGreaterThanOrEqual(before);
      expect(end).toBeLessThanOrEqual(company.now().getTime());
    });

    it('an invite has one of the roles, by default team_member (R-2.1)', async () => {
      const roleOf = async (json: object) => {
        const invite = { email: 'role@example.org', ...json };
        return (await company.api.call(createInviteRoute, { as: company.root, json: invite })).role;
      };
      expect(await roleOf({})).toBe('team_member');
      for (const role of ['team_member', 'partner', 'super_admin']) expect(await roleOf({ role })).toBe(role);
      expect(await roleOf({ role: 'user' })).toBe('team_member');
      expect(await roleOf({ role: 'admin' })).toBe('partner');
      expect(await post('/api/auth/invites', { email: 'role@example.org', role: 'owner' })).toMatchObject(invalid());
    });

    it('a payment needs expenses and a user name (R-8.1)', async () => {
      const path = '/api/admin/expenses/bulk-mark-paid';
      const { id } = await company.expense('approved');
      const select = 'Select a user with approved expenses first';
      const name = 'Unable to resolve user name for bulk payment';
      for (const expense_ids of [undefined, [], null, 'all']) {
        expect(await post(path, { expense_ids, user_name: 'Mia Tester' })).toMatchObject(invalid(select));
      }
      for (const user_name of [undefined, '', '  ', null]) {
        expect(await post(path, { expense_ids: [id], user_name })).toMatchObject(invalid(name));
      }
      const unknown = await post(path, { expense_ids: [id, 'EXP-0000000000'], user_name: 'Mia Tester' });
      expect(unknown).toMatchObject({ status: 404 });
    });
  });
});
