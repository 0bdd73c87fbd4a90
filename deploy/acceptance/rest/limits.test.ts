import { createResetCodeRoute, exchangeRateRoute, listAllExpensesRoute, resetPasswordRoute } from '@outlay/contracts';
import { PASSWORD, startCompany, type Company, type Person } from './testing/company.js';

const HOUR_MS = 60 * 60 * 1000;

describe('figures and limits of the server', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

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

  describe('reset code (R-3.6)', () => {
    const issue = async ({ user }: Person) =>
      (await company.api.call(createResetCodeRoute, { as: company.root, params: { id: user.id } })).reset_code;
    const json = ({ user }: Person, code: string) => ({ email: user.email, code, newPassword: PASSWORD });
    const path = '/api/auth/reset-password-with-code';

    it('always has six digits', async () => {
      for (let n = 0; n < 20; n += 1) expect(await issue(company.mia)).toMatch(/^\d{6}$/);
    });

    const use = async (person: Person, code: string) =>
      (await company.api.send('POST', path, { json: json(person, code) })).status;
    const wrong = (code: string, count: number) =>
      Array.from({ length: count }, (_, n) => String((Number(code) + n + 1) % 1_000_000).padStart(6, '0'));

    it('only the latest code is valid', async () => {
      const guest = await company.addPerson('team_member');
      const first = await issue(guest);
      let second = first;
      while (second === first) second = await issue(guest);
      expect([await use(guest, first), await use(guest, second)]).toEqual([400, 200]);
    });

    it.each([
      [4, 200],
      [5, 400],
    ])('after %d wrong tries the right code returns %d', async (tries, status) => {
      const guest = await company.addPerson('team_member');
      const code = await issue(guest);
      for (const other of wrong(code, tries)) expect(await use(guest, other)).toBe(400);
      expect(await use(guest, code)).toBe(status);
    });

    // This test is last, because it moves the clock.
    it('is valid just before the hour has passed, and invalid after', async () => {
      const [early, late] = [await company.addPerson('team_member'), await company.addPerson('team_member')];
      const codes = [await issue(early), await issue(late)];
      company.clock.forward(HOUR_MS - 30_000);
      await company.api.call(resetPasswordRoute, { json: json(early, codes[0] ?? '') });
      company.clock.forward(30_000);
      expect(await company.api.expectError('POST', path, { json: json(late, codes[1] ?? '') })).toMatchObject({
        status: 400,
        code: 'INVALID_RESET_CODE',
      });
    });
  });
});
