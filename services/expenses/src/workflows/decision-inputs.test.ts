import {
  OutlayError,
  countUsers,
  getUser,
  identityRate,
  resolveRate,
  type ErrorCode,
  type FrozenRate,
  type ClaimDetails,
} from '@outlay/contracts';
import type { ReimbursementCurrency } from '@outlay/rules';
import { TestClock } from '@outlay/testing';
import { evolve } from '../domain/evolve.js';
import { initialState, type ExpenseState } from '../domain/expense.js';
import { aClaim, aRate, aReceipt, anEvent, boss, recorded } from '../testing/builders.js';
import { OtherServices } from '../testing/other-services.js';
import { DecisionInputs } from './decision-inputs.js';

const context = { actor: null, correlationId: 'test' };
const actor = { ...boss, email: 'boss@example.org', name: 'Boss', reimbursementCurrency: 'EUR' } as const;

describe('the inputs of a decision', () => {
  let others: OtherServices;
  let inputs: DecisionInputs;
  const damaged = aReceipt({ sha256: 'dd'.repeat(32) });
  beforeEach(() => {
    others = new OtherServices();
    inputs = new DecisionInputs(others.messages, new TestClock('2026-06-15T10:00:00.000Z'), {
      isIntact: async ({ sha256 }) => sha256 !== damaged.sha256,
    });
  });
  const resolvesTo = (rate: FrozenRate) => others.answer(resolveRate, () => rate);
  const refusesWith = (code: ErrorCode) =>
    others.answer(resolveRate, () => {
      throw new OutlayError(code, 'Refused');
    });

  it.each([
    ['the day of the server without a day of the client', null, '2026-06-15'],
    ['the day of the client', '2026-06-16', '2026-06-16'],
    ['the nearest possible day for a wrong day of the client', '2026-06-18', '2026-06-16'],
  ])('today is %s', (_, clientDate, today) => {
    expect(inputs.today(clientDate)).toBe(today);
  });

  it('a rate is the one of the fx service for the pair and the date', async () => {
    resolvesTo(aRate('0.5'));
    expect(await inputs.rate('USD', 'EUR', '2026-06-10', context)).toEqual(aRate('0.5'));
    expect(await inputs.rateOrNull('KES', 'USD', '2026-06-11', context)).toEqual(aRate('0.5'));
    expect(others.received).toEqual([
      { request: { from: 'USD', to: 'EUR', date: '2026-06-10' }, context },
      { request: { from: 'KES', to: 'USD', date: '2026-06-11' }, context },
    ]);
  });

  it('a rate of a currency in itself is 1, and needs the fx service only for a day that no claim may have', async () => {
    expect(await inputs.rate('EUR', 'EUR', '2026-06-10', context)).toEqual(identityRate('2026-06-10'));
    refusesWith('INVALID_INPUT');
    for (const day of ['2026-06-16', '2025-06-14', 'tomorrow'])
      expect(await inputs.rateOrNull('EUR', 'EUR', day, context)).toBeNull();
  });

  it('a rate for a date that the fx service rejects is null', async () => {
    refusesWith('INVALID_INPUT');
    await expect(inputs.rateOrNull('USD', 'EUR', 'tomorrow', context)).resolves.toBeNull();
    await expect(inputs.rate('USD', 'EUR', 'tomorrow', context)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('a rate that is not available is an error', async () => {
    refusesWith('RATE_NOT_AVAILABLE');
    await expect(inputs.rateOrNull('USD', 'EUR', '2026-06-10', context)).rejects.toMatchObject({
      code: 'RATE_NOT_AVAILABLE',
    });
  });

  describe('for the rate of a claim', () => {
    const [stored, fresh] = [aRate('0.9'), aRate('0.5')];
    const usd = (over: Partial<ClaimDetails> = {}) => aClaim({ currency: 'USD', ...over });
    const saved = (rate: FrozenRate | null): ExpenseState =>
      evolve(initialState, recorded(anEvent.drafted({ currency: 'USD' }, rate), 0));
    const rateFor = (
      details: ClaimDetails,
      before: ExpenseState = initialState,
      status: 'draft' | 'submitted' = 'submitted',
      to: ReimbursementCurrency = 'EUR',
    ) => inputs.rateForClaim(details, to, status, before, context);

    it('a new claim gets the rate of its currency and date', async () => {
      resolvesTo(fresh);
      expect(await rateFor(usd())).toEqual(fresh);
      expect(others.received).toEqual([{ request: { from: 'USD', to: 'EUR', date: '2026-06-10' }, context }]);
    });

    it.each([{ currency: null }, { date: null }])('a claim with %p gets none', async (missing) => {
      resolvesTo(fresh);
      expect(await rateFor(usd(missing))).toBeNull();
      expect(await rateFor(usd(missing), saved(stored), 'draft')).toBeNull();
      expect(others.received).toEqual([]);
    });

    it('a claim with the same amount, currency and date keeps the stored one, without the fx service', async () => {
      expect(await rateFor(usd({ justification: 'Lunch', category: null }), saved(stored))).toEqual(stored);
    });

    it.each<Partial<ClaimDetails>>([{ amount: '100.01' }, { currency: 'KES' }, { date: '2026-06-09' }])(
      'a claim with another %p gets a new one',
      async (change) => {
        resolvesTo(fresh);
        expect(await rateFor(usd(change), saved(stored))).toEqual(fresh);
      },
    );

    it('a claim that is reimbursed in another currency gets a new one', async () => {
      expect(await rateFor(usd(), saved(stored), 'submitted', 'USD')).toEqual(identityRate('2026-06-10'));
    });

    it('an unchanged claim that has none yet gets one', async () => {
      resolvesTo(fresh);
      expect(await rateFor(usd(), saved(null))).toEqual(fresh);
    });

    it('a claim whose draft was deleted gets a new one', async () => {
      resolvesTo(fresh);
      expect(await rateFor(usd(), evolve(saved(stored), recorded(anEvent.deleted(), 1)))).toEqual(fresh);
    });

    it('a draft goes without while it is not available, and a submission is refused', async () => {
      refusesWith('RATE_NOT_AVAILABLE');
      expect(await rateFor(usd(), initialState, 'draft')).toBeNull();
      await expect(rateFor(usd())).rejects.toMatchObject({ code: 'RATE_NOT_AVAILABLE' });
    });
  });

  it.each([
    ['an intact receipt', anEvent.attached(), true],
    ['a damaged receipt', anEvent.attached(damaged), false],
    ['no receipt any more', { type: 'ReceiptRemoved', data: { receipt: damaged } } as const, true],
  ])('the bytes are checked of a claim with %s', async (_, event, isIntact) => {
    const state = [anEvent.submitted(), event].map(recorded).reduce<ExpenseState>(evolve, initialState);
    expect(await inputs.isReceiptIntact(state)).toBe(isIntact);
  });

  it('the owner of a claim has a full name', async () => {
    const user = {
      id: 'anna',
      email: 'anna@example.org',
      firstName: 'Anna',
      lastName: 'Abel',
      role: 'team_member',
      status: 'active',
      reimbursementCurrency: 'EUR',
      createdAt: '2026-01-01T00:00:00.000Z',
    } as const;
    others.answer(getUser, ({ userId }) => ({ user: { ...user, id: userId } }));
    expect(await inputs.owner('anna', context)).toEqual({ ...user, name: 'Anna Abel' });
  });

  it.each([
    [0, true],
    [1, true],
    [2, false],
  ])('with %i super admins, the owner is the only one: %p', async (activeSuperAdmins, expected) => {
    others.answer(countUsers, () => ({ users: 10, activeSuperAdmins }));
    expect(await inputs.isOnlySuperAdmin(actor, actor.id, context)).toBe(expected);
  });

  it.each(['anna', null])(
    'a reviewer of another person’s claim is never the only super admin (owner: %p)',
    async (ownerId) => {
      others.answer(countUsers, () => ({ users: 10, activeSuperAdmins: 1 }));
      expect(await inputs.isOnlySuperAdmin(actor, ownerId, context)).toBe(false);
      expect(others.received).toEqual([]);
    },
  );
});
