import { exchangeRateRoute, listAllExpensesRoute, revertExpenseRoute, reviseExpenseRoute } from '@outlay/contracts';
import { startOwnCompany, type Company } from './testing/company.js';

describe('figures of the server', () => {
  let company: Company;
  beforeAll(async () => (company = await startOwnCompany()));
  afterAll(() => company.close());

  const travel = async (ms: number) => {
    company.clock.forward(ms);
    for (const person of [company.root, company.mia, company.paul]) await company.login(person);
  };

  it('no response has an amount of more than two decimals (R-5.2)', async () => {
    for (const currency of ['EUR', 'USD', 'KES', 'NGN', 'LBP']) await company.claim({ currency, amount: '33.33' });
    const expenses = await company.api.call(listAllExpensesRoute, { as: company.root });
    expect(expenses.length).toBeGreaterThanOrEqual(5);
    for (const { amount, reimbursement_amount, vat_amount } of expenses) {
      for (const figure of [amount, reimbursement_amount, vat_amount ?? 0]) {
        expect(String(figure)).toMatch(/^\d+(\.\d{1,2})?$/);
      }
    }
  });

  it('an override of six decimals is stored unchanged (R-5.6)', async () => {
    const over = { override_exchange_rate: '1.012345', override_reason: 'Bank' };
    const expense = await company.claim({ amount: '100.00', ...over }, { as: company.paul });
    expect(expense).toMatchObject({ override_exchange_rate: 1.012345, reimbursement_amount: 101.23 });
  });

  it('a rate has at least six significant digits, also for weak currencies (R-5.4)', async () => {
    for (const from of ['USD', 'KES', 'NGN', 'XOF', 'LBP', 'IDR']) {
      const query = { from, to: 'EUR', date: company.today() };
      const { rate } = await company.api.call(exchangeRateRoute, { query });
      expect(rate).toBeGreaterThan(0);
      // A rate inverted twice is off by up to half a unit in the sixth digit.
      const back = await company.api.call(exchangeRateRoute, { query: { ...query, from: 'EUR', to: from } });
      expect(Math.abs(rate * back.rate - 1)).toBeLessThan(2e-5);
    }
  });

  it('a form that shows the one is refused once the account has the other (R-4.15)', async () => {
    const ulla = await company.addPerson('team_member');
    const shown = { reimbursement_currency: 'EUR' };
    const before = await company.claim(shown, { as: ulla });
    const { first_name, last_name, role, status, id } = ulla.user;
    const json = { first_name, last_name, role, status, reimbursement_currency: 'USD' };
    await company.api.send('PUT', `/api/admin/users/${id}/role`, { as: company.root, json });
    const save = (method: 'POST' | 'PUT', path: string, over: Record<string, string>) =>
      company.api.send(method, path, { as: ulla, form: company.form(over) });
    for (const [method, path] of [
      ['POST', '/api/expenses'],
      ['PUT', `/api/expenses/${before.id}`],
    ] as const) {
      const refused = await save(method, path, shown);
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', details: { reimbursement_currency: 'USD' } },
      });
      const saved = await save(method, path, { reimbursement_currency: 'USD' });
      expect(saved.body).toMatchObject({ expense: { reimbursement_currency: 'USD' } });
    }
    expect(await save('POST', '/api/expenses', { reimbursement_currency: 'GBP' })).toMatchObject({ status: 400 });
  });

  // This test is last, because moving the clock ends all sessions.
  it('an edit keeps the stored rate until amount, currency or date changes (R-5.3)', async () => {
    // Today's rate is provisional on a working day; a rate fetched again two days later is not.
    await travel(daysUntilTuesday(company.now()) * 86_400_000);
    const stored = { date: company.today(), currency: 'USD', amount: company.amount() };
    const expense = await company.claim(stored);
    expect(expense).toMatchObject({ rate_provisional: true });
    await travel(2 * 86_400_000);
    const revise = (over: Record<string, string>) => {
      const form = company.form({ ...stored, ...over }, null);
      return company.api.call(reviseExpenseRoute, { as: company.mia, params: { id: expense.id }, form });
    };
    const edited = await revise({ justification: 'With the board', type: 'IT' });
    expect(edited.expense).toMatchObject({
      justification: 'With the board',
      rate_provisional: true,
      exchange_rate: expense.exchange_rate,
    });
    const reverted = await company.api.call(revertExpenseRoute, {
      as: company.root,
      params: { id: (await company.reject(edited.expense)).id },
    });
    expect(reverted.expense).toMatchObject({ rate_provisional: true });
    const changed = await revise({ amount: company.amount() });
    expect(changed.expense).toMatchObject({ rate_provisional: false });
  });
});

function daysUntilTuesday(now: Date): number {
  return ((2 - now.getUTCDay() + 7) % 7) + 7;
}
