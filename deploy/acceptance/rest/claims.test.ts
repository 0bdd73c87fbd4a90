import {
  createExpenseRoute,
  findDuplicatesRoute,
  listAllExpensesRoute,
  listOwnExpensesRoute,
  reviseExpenseRoute,
  type ExpenseJson,
} from '@outlay/contracts';
import { addDays, receiptMessages, type Status } from '@outlay/rules';
import { startCompany, type Company, type Fields } from './testing/company.js';
import { pdf } from './testing/receipt-files.js';

/** The rules of a claim are tested in `libs/rules`, `libs/contracts` and the domain; here is what needs all of them. */
describe('claims', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  const own = async ({ id }: ExpenseJson, as = company.mia) =>
    (await company.api.call(listOwnExpensesRoute, { as })).find((expense) => expense.id === id);
  const edit = (id: string, json: object) =>
    company.api.send('PUT', `/api/admin/expenses/${id}`, { as: company.root, json });

  it('are dated by the client’s day, which is at most one day from UTC', async () => {
    const statusOf = async (date: string, today: string) => {
      const form = company.form({ date, today });
      return (await company.api.send('POST', '/api/expenses', { as: company.mia, form })).status;
    };
    const days = (n: number) => addDays(company.today(), n);
    expect(await statusOf(days(1), days(1))).toBe(201);
    expect(await statusOf(days(2), days(2))).toBe(400);
    expect(await statusOf(days(0), days(-1))).toBe(400);
  });

  it('that were rejected lose the reason and get new dates when they are submitted again (R-6.3)', async () => {
    const rejected = await company.expense('rejected');
    company.clock.forward(1000);
    const { expense, message } = await company.api.call(reviseExpenseRoute, {
      as: company.mia,
      params: { id: rejected.id },
      form: company.form({ type: 'IT' }, null),
    });
    expect(message).toBe('Expense submitted successfully!');
    expect(expense).toMatchObject({ status: 'submitted', admin_notes: null, type: 'IT', receipt: rejected.receipt });
    expect(Date.parse(expense.submitted_at ?? '') - Date.parse(rejected.submitted_at ?? '')).toBeGreaterThan(0);
    expect(Date.parse(expense.updated_at) - Date.parse(rejected.updated_at)).toBeGreaterThan(0);
    expect(expense.created_at).toBe(rejected.created_at);
  });

  it('are accepted as JSON instead of a form', async () => {
    const draft = { status: 'draft', amount: 9.5, currency: 'usd', vat_amount: null, no_receipt: false };
    const { expense } = await company.api.call(createExpenseRoute, { as: company.mia, json: draft });
    expect(expense).toMatchObject({ status: 'draft', amount: 9.5, currency: 'USD' });
    const params = { id: expense.expense_id };
    const revised = await company.api.call(reviseExpenseRoute, { as: company.mia, params, json: { status: 'draft' } });
    expect(revised.expense).toMatchObject({ amount: null, currency: null } satisfies Partial<ExpenseJson>);
  });

  it('are corrected in amount, currency and date together, at the server’s rate (R-4.13)', async () => {
    const { id } = await company.claim();
    const date = addDays(company.today(), -3);
    expect(await edit(id, { original: { amount: '12.50', currency: 'chf', date } })).toMatchObject({
      status: 200,
      body: { expense: { amount: 12.5, currency: 'CHF', date, override_exchange_rate: null } },
    });
  });

  it('keep the missing fields of an unfinished draft empty when they are corrected', async () => {
    const draft = await company.claim({ status: 'draft', type: null, justification: null }, { receipt: null });
    const json = { metadata: { classification: 'mix' } };
    expect(await edit(draft.id, json)).toMatchObject({
      status: 200,
      body: { expense: { classification: 'mix', type: null, justification: null } },
    });
  });

  it('that are approved can be paid when their owner is inactive (R-3.9)', async () => {
    const ida = await company.addPerson('team_member');
    const approved = await company.expense('approved', ida);
    const json = { status: 'inactive' };
    await company.api.send('PUT', `/api/admin/users/${ida.user.id}/role`, { as: company.root, json });
    expect((await company.pay(approved)).message).toBe('1 expenses marked as paid and report generated!');
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
    const create = (over: object) =>
      company.api.send('POST', '/api/admin/expenses', { as: company.root, json: claim(over) });
    const createByForm = (over: Readonly<Record<string, string>>, receipt: File | null) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(claim(over))) form.append(name, value);
      if (receipt) form.append('receipt', receipt);
      return company.api.send('POST', '/api/admin/expenses', { as: company.root, form });
    };
    const invalid = (message: string) => ({ status: 400, body: { code: 'INVALID_INPUT', message } });
    const all = () => company.api.call(listAllExpensesRoute, { as: company.root });

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

    it('for an unknown user is 404', async () => {
      expect(await create({ user_id: 'nobody' })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    });
  });

  describe('duplicates (R-7)', () => {
    const approvePath = ({ id }: ExpenseJson) => `/api/admin/expenses/${id}/approve`;
    const submitDuplicate = async (over: Fields, as = company.mia) => {
      const form = company.form(over);
      return company.api.call(createExpenseRoute, { as, form });
    };

    it('an unconfirmed approval of a duplicate is rejected and names the others', async () => {
      const amount = company.amount();
      const first = await company.approve(await company.claim({ amount }));
      const { expense } = await submitDuplicate({ amount });
      const held = await company.api.expectError('PUT', approvePath(expense), { as: company.root });
      expect(held).toMatchObject({
        status: 409,
        code: 'POSSIBLE_DUPLICATE',
        details: { duplicates: [first.expense_id] },
      });
      expect(held.message).toContain(first.expense_id);
      expect(await own(expense)).toMatchObject({ status: 'submitted' });
    });

    it('a duplicate is approved with the flag, or with an empty body after the duplicates were listed', async () => {
      const amount = company.amount();
      await company.approve(await company.claim({ amount }));
      const { expense: second } = await submitDuplicate({ amount });
      const json = { approve_anyway: true };
      expect((await company.api.send('PUT', approvePath(second), { as: company.root, json })).status).toBe(200);
      const { expense: third } = await submitDuplicate({ amount });
      const params = { id: third.id };
      const { duplicates } = await company.api.call(findDuplicatesRoute, { as: company.root, params });
      expect(duplicates).toHaveLength(2);
      expect((await company.api.send('PUT', approvePath(third), { as: company.root })).status).toBe(200);
    });

    it.each<[string, Status, Fields, boolean]>([
      ['the same date, amount and currency, approved', 'approved', {}, true],
      ['the same date, amount and currency, paid', 'paid', {}, true],
      ['one that is only submitted', 'submitted', {}, false],
      ['one that was rejected', 'rejected', {}, false],
      ['a draft', 'draft', {}, false],
      ['another amount', 'approved', { amount: '0.01' }, false],
      ['another currency', 'approved', { currency: 'USD' }, false],
      ['another category and justification', 'approved', { type: 'IT', justification: 'Else' }, true],
    ])('the warning for a claim beside one with %s', async (_, status, other, isDuplicate) => {
      const same = { amount: company.amount(), currency: 'CHF' };
      const first = await company.expense(status, company.mia, same);
      const figures = { date: first.date ?? '', ...same, ...(other as Record<string, string>) };
      const query = new URLSearchParams({ date: figures.date, amount: figures.amount, currency: figures.currency });
      const foreseen = await company.api.send('GET', `/api/expenses/duplicate-warning?${query.toString()}`, {
        as: company.mia,
      });
      const { expense, duplicate_warning } = await submitDuplicate({ ...same, ...other });
      // The form warns of a claim that waits, or of a draft, as well.
      const repeats = isDuplicate || (['submitted', 'draft'].includes(status) && Object.keys(other).length === 0);
      expect(foreseen.body).toMatchObject({
        same_figures: repeats ? { expense_id: first.expense_id } : null,
        same_receipt: null,
      });
      expect(duplicate_warning?.expense_id).toBe(isDuplicate ? first.expense_id : undefined);
      expect(expense.duplicate_count).toBe(isDuplicate ? 1 : 0);
    });

    it('an expense with another date or user is not a duplicate', async () => {
      const same = { amount: company.amount() };
      await company.expense('approved', company.mia, same);
      const yesterday = new Date(company.now().getTime() - 86_400_000).toISOString().slice(0, 10);
      expect((await submitDuplicate({ ...same, date: yesterday })).duplicate_warning).toBeUndefined();
      expect((await submitDuplicate(same, company.paul)).duplicate_warning).toBeUndefined();
    });
  });
});
