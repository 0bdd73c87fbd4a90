import {
  amendExpenseRoute,
  createInviteRoute,
  listInvitesRoute,
  reviseExpenseRoute,
  revertExpenseRoute,
} from '@outlay/contracts';
import { PASSWORD, startOwnCompany, type Company } from './testing/company.js';

describe('rates and the passing of time', () => {
  let company: Company;
  beforeAll(async () => (company = await startOwnCompany()));
  afterAll(() => company.close());

  const travel = async (ms: number) => {
    company.clock.forward(ms);
    for (const person of [company.root, company.mia, company.paul]) await company.login(person);
  };

  describe('FX rate', () => {
    it('the reimbursement currency itself has rate 1 (R-5.2)', async () => {
      const ulla = await company.addPerson('team_member', 'USD');
      const one = { exchange_rate: 1, fetched_exchange_rate: 1, reimbursement_amount: 50.5 };
      expect(await company.claim({ currency: 'EUR', amount: '50.50' })).toMatchObject({
        ...one,
        reimbursement_currency: 'EUR',
      });
      expect(await company.claim({ currency: 'USD', amount: '50.50' }, { as: ulla })).toMatchObject({
        ...one,
        reimbursement_currency: 'USD',
      });
    });

    it.each([
      ['2.30', '1.05', 2.42],
      ['1.10', '1.05', 1.16],
      ['0.10', '1.05', 0.11],
      ['0.30', '0.95', 0.29],
      ['0.10', '0.95', 0.1],
      ['0.29', '1.05', 0.3],
      ['1000000000.10', '1.05', 1050000000.11],
    ])('the reimbursement is rounded once, ties upwards: %s × %s is %d (R-5.2)', async (amount, rate, expected) => {
      const over = { amount, override_exchange_rate: rate, override_reason: 'Bank' };
      expect(await company.claim(over, { as: company.paul })).toMatchObject({
        exchange_rate: Number(rate),
        reimbursement_amount: expected,
      });
    });

    it.each(['USD', 'KES', 'NGN', 'XOF', 'LBP'])(
      '%s: the reimbursement is exactly amount × displayed rate',
      async (currency) => {
        const amount = '123456.78';
        const expense = await company.claim({ amount, currency });
        expect(expense.reimbursement_amount).toBe(halfUp(amount, String(expense.exchange_rate)));
      },
    );

    it('a new currency set by an admin uses the server’s rate and ends an override; so does clear_override alone', async () => {
      const over = { override_exchange_rate: '1.02', override_reason: 'Bank' };
      const edit = async (json: object) => {
        const { id } = await company.claim(over, { as: company.paul });
        return (await company.api.call(amendExpenseRoute, { as: company.root, params: { id }, json })).expense;
      };
      const ended = { override_exchange_rate: null, override_reason: null };
      expect(await edit({ original: { currency: 'USD' } })).toMatchObject({ ...ended, currency: 'USD' });
      expect(await edit({ clear_override: true })).toMatchObject({ ...ended, exchange_rate: 1 });
      expect(await edit({ original: { clear_override: true } })).toMatchObject({ ...ended, exchange_rate: 1 });
      expect(await edit({ metadata: { category: 'IT' } })).toMatchObject({ override_exchange_rate: 1.02 });
    });
  });

  // This block is last, because moving the clock ends all sessions.
  describe('after some time', () => {
    it('an invite expires when its time has passed, not before, and is used once (R-3.3)', async () => {
      const invite = async (email: string) =>
        (await company.api.call(createInviteRoute, { as: company.root, json: { email, expires_in_days: 1 } })).token;
      const early = await invite('early@example.org');
      const late = await invite('late@example.org');
      await travel(24 * 60 * 60 * 1000 - 60_000);
      const register = (email: string, invite_token: string) =>
        company.api.send('POST', '/api/auth/register', {
          json: { email, invite_token, password: PASSWORD, first_name: 'E', last_name: 'L' },
        });
      expect((await register('early@example.org', early)).status).toBe(201);
      await travel(61_000);
      expect(await register('late@example.org', late)).toMatchObject({ status: 400, body: { code: 'INVALID_INVITE' } });
      const invites = await company.api.call(listInvitesRoute, { as: company.root });
      expect(invites.find(({ email }) => email === 'early@example.org')).toMatchObject({ used_at: expect.any(String) });
      expect(invites.find(({ email }) => email === 'late@example.org')).toMatchObject({ used_at: null });
    });

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
});

function halfUp(amount: string, rate: string): number {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(rate) ?? [];
  const scale = 10n ** BigInt(fraction.length);
  const product = BigInt(amount.replace('.', '')) * BigInt(whole + fraction);
  return Number((product * 2n + scale) / (scale * 2n)) / 100;
}

function daysUntilTuesday(now: Date): number {
  return ((2 - now.getUTCDay() + 7) % 7) + 7;
}
