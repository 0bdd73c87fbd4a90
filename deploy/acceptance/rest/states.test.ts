import {
  createExpenseRoute,
  findDuplicatesRoute,
  listOwnExpensesRoute,
  listOwnReportsRoute,
  reviseExpenseRoute,
  type ExpenseJson,
} from '@outlay/contracts';
import { STATUSES, type Status } from '@outlay/rules';
import { eventually } from '@outlay/testing';
import { PASSWORD, startCompany, type Company, type Fields } from './testing/company.js';

/** The table of: the next status of each status and action; null for a conflict (409). */
const TABLE: Record<Status, Record<Action, Status | 'deleted' | null>> = {
  draft: {
    'save as draft': 'draft',
    submit: 'submitted',
    delete: 'deleted',
    approve: 'approved',
    reject: 'rejected',
    revert: 'submitted',
    'admin edit': 'draft',
    pay: null,
  },
  submitted: {
    'save as draft': 'draft',
    submit: 'submitted',
    delete: null,
    approve: 'approved',
    reject: 'rejected',
    revert: 'submitted',
    'admin edit': 'submitted',
    pay: null,
  },
  approved: {
    'save as draft': null,
    submit: null,
    delete: null,
    approve: 'approved',
    reject: 'rejected',
    revert: 'submitted',
    'admin edit': 'approved',
    pay: 'paid',
  },
  rejected: {
    'save as draft': 'draft',
    submit: 'submitted',
    delete: null,
    approve: 'approved',
    reject: 'rejected',
    revert: 'submitted',
    'admin edit': 'rejected',
    pay: null,
  },
  // A repeated payment is the same payment; all else is a conflict.
  paid: {
    'save as draft': null,
    submit: null,
    delete: null,
    approve: null,
    reject: null,
    revert: null,
    'admin edit': null,
    pay: 'paid',
  },
};
const ACTIONS = ['save as draft', 'submit', 'delete', 'approve', 'reject', 'revert', 'admin edit', 'pay'] as const;
type Action = (typeof ACTIONS)[number];

describe('states and transitions (R-6)', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  const revise = (id: string, over: Fields, as = company.mia) =>
    company.api.call(reviseExpenseRoute, { as, params: { id }, form: company.form(over, null) });
  const own = async ({ id }: ExpenseJson, as = company.mia) =>
    (await company.api.call(listOwnExpensesRoute, { as })).find((expense) => expense.id === id);

  describe('expense statuses', () => {
    const act = (action: Action, { id, user_name, amount, type }: ExpenseJson) => {
      const { api, mia, root } = company;
      const form = (status: string) => company.form({ status, amount: String(amount), type }, null);
      const mine = `/api/expenses/${id}`;
      const admins = `/api/admin/expenses/${id}`;
      switch (action) {
        case 'save as draft':
          return api.send('PUT', mine, { as: mia, form: form('draft') });
        case 'submit':
          return api.send('PUT', mine, { as: mia, form: form('submitted') });
        case 'delete':
          return api.send('DELETE', mine, { as: mia });
        case 'approve':
          return api.send('PUT', `${admins}/approve`, { as: root });
        case 'reject':
          return api.send('PUT', `${admins}/reject`, { as: root, json: { admin_notes: 'Which dinner?' } });
        case 'revert':
          return api.send('PUT', `${admins}/unapprove`, { as: root });
        case 'admin edit':
          return api.send('PUT', admins, { as: root, json: { metadata: { justification: 'Lunch, in fact' } } });
        case 'pay':
          return api.send('POST', '/api/admin/expenses/bulk-mark-paid', {
            as: root,
            json: { expense_ids: [id], user_name },
          });
      }
    };

    const cells = STATUSES.flatMap((status) =>
      ACTIONS.map((action) => {
        const to = TABLE[status][action];
        return { status, action, to, outcome: to === null ? 'is rejected and changes nothing' : `leads to ${to}` };
      }),
    );
    it.each(cells)('$action of an expense that is $status $outcome', async ({ status, action, to }) => {
      const expense = await company.expense(status);
      const before = await own(expense);
      const response = await act(action, expense);
      const after = await own(expense);
      if (to === null) {
        expect(response).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
        expect(after).toEqual(before);
      } else {
        expect(response.status).toBe(200);
        expect(after?.status ?? 'deleted').toBe(to);
      }
    });
  });

  describe('effects of a transition', () => {
    it('submitting a rejected expense again clears the reason and renews the dates (R-6.3)', async () => {
      const rejected = await company.expense('rejected');
      company.clock.forward(1000);
      const { expense, message } = await revise(rejected.id, { type: 'IT' });
      expect(message).toBe('Expense submitted successfully!');
      expect(expense).toMatchObject({ status: 'submitted', admin_notes: null, type: 'IT', receipt: rejected.receipt });
      expect(Date.parse(expense.submitted_at ?? '') - Date.parse(rejected.submitted_at ?? '')).toBeGreaterThan(0);
      expect(Date.parse(expense.updated_at) - Date.parse(rejected.updated_at)).toBeGreaterThan(0);
      expect(expense.created_at).toBe(rejected.created_at);
    });

    it('a reverted expense is submitted and has no approver, with or without a note (R-6.3)', async () => {
      const path = (id: string) => `/api/admin/expenses/${id}/unapprove`;
      for (const json of [undefined, {}, { admin_notes: 'A word about this' }, { admin_notes: null }]) {
        const { id } = await company.expense('approved');
        const response = await company.api.send('PUT', path(id), { as: company.root, json });
        expect(response).toMatchObject({
          status: 200,
          body: { expense: { status: 'submitted', approved_by_email: null, approved_at: null } },
        });
      }
    });

    it('a payment makes a report; paid is final and keeps the approver (R-6.6, R-8.4)', async () => {
      const expense = await company.expense('approved');
      const { payment_id, message } = await company.pay(expense);
      expect(message).toBe('1 expenses marked as paid and report generated!');
      expect(await own(expense)).toMatchObject({
        status: 'paid',
        payment_id,
        approved_by_email: 'rosa@example.org',
        paid_at: expect.any(String),
      });
      await eventually(async () => {
        const { reports } = await company.api.call(listOwnReportsRoute, { as: company.mia });
        return reports.find((report) => report.payment_id === payment_id)?.status === 'ready';
      });
    });

    it('a paid expense is edited neither by its owner nor by an admin (R-6.6)', async () => {
      const { id } = await company.expense('paid');
      const form = company.form({}, null);
      const owner = await company.api.expectError('PUT', `/api/expenses/${id}`, { as: company.mia, form });
      const json = { metadata: { category: 'IT' } };
      const admin = await company.api.expectError('PUT', `/api/admin/expenses/${id}`, { as: company.root, json });
      expect([owner.message, admin.message]).toEqual([
        'Paid expenses cannot be edited',
        'Paid expenses cannot be edited',
      ]);
    });

    it('an expense that is not approved or belongs to another person rejects the whole payment (R-8.1)', async () => {
      const approved = await company.expense('approved');
      const pay = (other: ExpenseJson) =>
        company.api.expectError('POST', '/api/admin/expenses/bulk-mark-paid', {
          as: company.root,
          json: { expense_ids: [approved.id, other.id], user_name: 'Mia Tester' },
        });
      for (const other of [await company.expense('submitted'), await company.expense('approved', company.paul)]) {
        const rejected = await pay(other);
        expect(rejected).toMatchObject({ status: 409, code: 'CONFLICT' });
        expect(rejected.message).toContain(other.expense_id);
      }
      expect(await own(approved)).toMatchObject({ status: 'approved' });
    });

    it('an admin can neither approve nor submit an incomplete draft (R-6.5)', async () => {
      const draft = await company.claim({ status: 'draft', amount: null });
      for (const action of ['approve', 'unapprove']) {
        const path = `/api/admin/expenses/${draft.id}/${action}`;
        expect(await company.api.expectError('PUT', path, { as: company.root })).toMatchObject({ status: 409 });
      }
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

    it('without a duplicate, the approval takes one call', async () => {
      const expense = await company.claim();
      expect(await company.api.send('PUT', approvePath(expense), { as: company.root })).toMatchObject({
        status: 200,
        body: { message: 'Expense approved successfully!', expense: { status: 'approved', duplicate_count: 0 } },
      });
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

  it('an inactive user is given neither a new expense nor a reset code; approved expenses can still be paid (R-3.9)', async () => {
    const ida = await company.addPerson('team_member');
    const approved = await company.expense('approved', ida);
    const admin = `/api/admin/users/${ida.user.id}`;
    const json = { email: ida.user.email, newPassword: PASSWORD };
    const codeFor = () => company.api.send('POST', `${admin}/reset-code`, { as: company.root });
    const { body } = await codeFor();
    await company.api.send('PUT', `${admin}/role`, { as: company.root, json: { status: 'inactive' } });

    const conflict = (message: string) => ({ status: 409, body: { code: 'CONFLICT', message } });
    const name = `${ida.user.first_name} ${ida.user.last_name}`;
    const claim = { date: company.today(), category: 'IT', justification: 'Cable', amount: 12.5, currency: 'EUR' };
    expect(
      await company.api.send('POST', '/api/admin/expenses', {
        as: company.root,
        json: { ...claim, user_id: ida.user.id, no_receipt: true },
      }),
    ).toMatchObject(conflict(`The account of ${name} is inactive, so no expense can be created for it.`));
    expect(await codeFor()).toMatchObject(
      conflict(`The account of ${name} is inactive. Activate it before creating a reset code.`),
    );
    const reset = { json: { ...json, code: Object(body).reset_code } };
    expect(await company.api.send('POST', '/api/auth/reset-password-with-code', reset)).toMatchObject(
      conflict('This account is inactive. Please ask an administrator to activate it.'),
    );
    expect((await company.pay(approved)).message).toBe('1 expenses marked as paid and report generated!');
  });
});
