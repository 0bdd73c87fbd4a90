import { randomUUID } from 'node:crypto';
import {
  amendExpenseRoute,
  listAllExpensesRoute,
  listAllReportsRoute,
  reportIdOf,
  revertExpenseRoute,
  type ExpenseJson,
} from '@outlay/contracts';
import { eventually } from '@outlay/testing/eventually';
import { startCompany, type Company, type Person } from './testing/company.js';

const PAY = '/api/admin/expenses/bulk-mark-paid';

describe('a payment', () => {
  let company: Company;
  let second: Person;
  beforeAll(async () => {
    company = await startCompany();
    second = await company.addPerson('super_admin');
  });
  afterAll(() => company.close());

  const approved = async (): Promise<ExpenseJson> => company.expense('approved');
  const pay = (as: Person, expenses: readonly ExpenseJson[], over: object = {}, key?: string) =>
    company.api.send('POST', PAY, {
      as,
      json: { expense_ids: expenses.map(({ id }) => id), user_name: 'Mia Tester', ...over },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
  const current = async ({ id }: ExpenseJson) => {
    const found = (await company.api.call(listAllExpensesRoute, { as: company.root })).find((one) => one.id === id);
    if (!found) throw new Error(`${id} is not listed`);
    return found;
  };

  describe('belongs to the person who started it', () => {
    const refused = { status: 409, body: { code: 'ALREADY_PAID' } };

    it('anybody else learns who paid, when and in which report, for any set', async () => {
      const [first, other, open] = [await approved(), await approved(), await approved()];
      const { payment_id } = (await pay(company.root, [first, other])).body as { payment_id: string };
      const { email } = company.root.user;
      for (const set of [[first, other], [first], [first, other, open], [other, open]]) {
        const response = await pay(second, set);
        const expenses = set
          .filter((expense) => expense !== open)
          .map(({ expense_id }) => ({
            expense_id,
            payment_id,
            paid_by: { name: 'Rosa Root', email },
            paid_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
            report_id: reportIdOf(payment_id),
          }));
        const message = expect.stringContaining(`by Rosa Root (${email}) on 20`) as string;
        expect(response).toMatchObject({ ...refused, body: { ...refused.body, message, details: { expenses } } });
      }
      expect(await current(open)).toMatchObject({ status: 'approved' });
      await eventually(async () => {
        const reports = await company.api.call(listAllReportsRoute, { as: second });
        return reports.some(({ id }) => id === reportIdOf(payment_id));
      });
    });

    it('the same person under another key or with another set is told as well', async () => {
      const [first, other] = [await approved(), await approved()];
      const key = randomUUID();
      const paid = await pay(company.root, [first, other], {}, key);
      expect(paid.status).toBe(200);
      expect(await pay(company.root, [other, first], {}, key)).toMatchObject({ status: 200, body: paid.body });
      expect(await pay(company.root, [first, other], {}, randomUUID())).toMatchObject(refused);
      expect(await pay(company.root, [first])).toMatchObject(refused);
    });

    it('of several people at once, one is told that it is paid', async () => {
      const batch = [await approved(), await approved(), await approved()];
      const payers = [company.root, second, company.root, second];
      const responses = await Promise.all(payers.map((payer) => pay(payer, batch)));
      const winners = new Set(payers.filter((_, index) => responses[index]?.status === 200));
      expect(winners.size).toBe(1);
      for (const [index, response] of responses.entries()) {
        if (!winners.has(payers[index] as Person)) expect(response).toMatchObject(refused);
      }
    });
  });

  describe('with the figures that were shown', () => {
    const shown = (expenses: readonly ExpenseJson[], idOf: (expense: ExpenseJson) => string) => ({
      expected_total: expenses.reduce((sum, { reimbursement_amount }) => sum + (reimbursement_amount ?? 0), 0),
      revisions: Object.fromEntries(expenses.map((expense) => [idOf(expense), expense.revision])),
      heads: Object.fromEntries(expenses.map((expense) => [idOf(expense), expense.head])),
    });

    it.each(['id', 'expense_id', 'unique_id'] as const)('is made if nothing has changed, by %s', async (name) => {
      const batch = [await approved(), await approved()];
      const figures = shown(batch, (expense) => expense[name]);
      expect(await pay(company.root, batch, figures)).toMatchObject({
        status: 200,
        body: { skipped: { already_paid: [], changed: [] } },
      });
    });

    it('is refused with old and new figures after an amendment or a reversal, and pays nothing', async () => {
      const [kept, changed] = [await approved(), await approved()];
      const figures = shown([kept, changed], ({ id }) => id);
      const params = { id: changed.id };
      const json = { reimbursement: { amount: 1.5, reason: 'Agreed' } };
      const change = async (now: object) => {
        const { revision, status, reimbursement_amount } = await current(changed);
        expect({ status, reimbursement_amount }).toEqual(now);
        const payable = status === 'approved' ? (reimbursement_amount ?? 0) : 0;
        const total = Number(((kept.reimbursement_amount ?? 0) + payable).toFixed(2));
        const expected = { revision: changed.revision, status: 'approved' };
        const details = {
          total,
          currency: 'EUR',
          expenses: [
            {
              expense_id: changed.expense_id,
              expected: { ...expected, reimbursement_amount: changed.reimbursement_amount },
              actual: { revision, status, reimbursement_amount },
            },
          ],
        };
        expect(await pay(company.root, [kept, changed], figures)).toMatchObject({
          status: 409,
          body: { code: 'VERSION_CONFLICT', details },
        });
      };
      await company.api.call(amendExpenseRoute, { as: second, params, json });
      await change({ status: 'approved', reimbursement_amount: 1.5 });
      await company.api.call(revertExpenseRoute, { as: second, params, json: {} });
      await change({ status: 'submitted', reimbursement_amount: 1.5 });
      expect(await current(kept)).toMatchObject({ status: 'approved' });
    });

    it('is refused for another total alone', async () => {
      const expense = await approved();
      const response = await pay(company.root, [expense], { expected_total: 0.01 });
      expect(response).toMatchObject({
        status: 409,
        body: {
          code: 'VERSION_CONFLICT',
          details: { expected_total: 0.01, total: expense.reimbursement_amount, expenses: [] },
        },
      });
    });

    it('is refused for another head of the same revision, and for a head without its revision', async () => {
      const expense = await approved();
      const figures = { ...shown([expense], ({ id }) => id), heads: { [expense.id]: '0'.repeat(64) } };
      const response = await pay(company.root, [expense], figures);
      const { revision, expense_id } = expense;
      expect(response).toMatchObject({
        status: 409,
        body: {
          code: 'VERSION_CONFLICT',
          details: { expenses: [{ expense_id, expected: null, actual: { revision } }] },
        },
      });
      expect(await pay(company.root, [expense], { heads: { [expense.id]: expense.head } })).toMatchObject({
        status: 400,
        body: { details: [{ field: 'heads' }] },
      });
      expect(await current(expense)).toMatchObject({ status: 'approved' });
    });

    it('names only expenses of the batch', async () => {
      const [expense, other] = [await approved(), await approved()];
      expect(await pay(company.root, [expense], { revisions: { [other.id]: 1 } })).toMatchObject({
        status: 400,
        body: { details: [{ field: 'revisions' }] },
      });
      expect(await pay(company.root, [expense], { revisions: { 'EXP-0000000000': 1 } })).toMatchObject({ status: 404 });
    });
  });
});
