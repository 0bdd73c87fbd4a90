import type { PaymentEvent } from '@outlay/contracts';
import { scenario } from '@outlay/testing';
import { anEvent, recorded } from '../testing/builders.js';
import {
  decidePayment,
  earlierPaymentOf,
  requireCompleted,
  startPayment,
  totalOf,
  type BatchItem,
} from './decide-payment.js';
import { evolve } from './evolve.js';
import { initialState, isExisting, type ExpenseState } from './expense.js';
import { evolvePayment, initialPayment } from './payment.js';

type StartedData = Extract<PaymentEvent, { type: 'PaymentStarted' }>['data'];

const payment = scenario({
  initial: initialPayment,
  decide: decidePayment,
  evolve: (state, event: PaymentEvent, revision) =>
    evolvePayment(state, { ...event, at: `2026-06-15T10:00:0${revision}.000Z` }),
});
const batch: StartedData = {
  user: { id: 'anna', name: 'Anna Abel', email: 'anna@example.org' },
  currency: 'EUR',
  expenses: ['e1', 'e2'],
};
const start = { type: 'Start', batch } as const;
const complete = { type: 'Complete', paid: ['e1'], skipped: ['e2'] } as const;
const started: PaymentEvent = { type: 'PaymentStarted', data: batch };
const completed: PaymentEvent = { type: 'PaymentCompleted', data: { paid: ['e1'], skipped: ['e2'] } };
const actor = { id: 'boss' };

function anItem(
  id: string,
  events: readonly Parameters<typeof recorded>[0][] = [anEvent.submitted(), anEvent.approved()],
  over: { ownerId?: string; currency?: 'EUR' | 'USD' } = {},
): BatchItem {
  const state = events.map(recorded).reduce<ExpenseState>(evolve, initialState);
  if (!isExisting(state)) throw new Error('Build an existing expense');
  const { ownerId = state.claim.owner.id, currency = state.claim.reimbursementCurrency } = over;
  const owner = { ...state.claim.owner, id: ownerId };
  const claim = { ...state.claim, expenseId: `EXP-${id}`, owner, reimbursementCurrency: currency };
  return { id, expense: { ...state, claim } };
}
const paidBy = (id: string, paymentId: string) =>
  anItem(id, [anEvent.submitted(), anEvent.approved(), anEvent.paid(paymentId)]);

describe('a payment', () => {
  it('is started once', () => {
    payment.given([]).when(start).then([started]);
    payment.given([started]).when(start).thenNothing();
    payment.given([started, completed]).when(start).thenNothing();
  });
  it('is completed once, after its start', () => {
    payment.given([started]).when(complete).then([completed]);
    payment
      .given([started, completed])
      .when({ ...complete, paid: [] })
      .thenNothing();
    payment.given([]).when(complete).refused('NOT_FOUND', 'Payment not found');
  });
  it('has the times of its start and completion', () => {
    const state = [started, completed].reduce(
      (current, event, i) => evolvePayment(current, { ...event, at: `t${i}` }),
      initialPayment,
    );
    expect(state).toEqual({
      ...batch,
      status: 'completed',
      startedAt: 't0',
      completedAt: 't1',
      paid: ['e1'],
      skipped: ['e2'],
    });
    expect(requireCompleted(state)).toBe(state);
  });
  it('is not found before its completion', () => {
    const state = evolvePayment(initialPayment, { ...started, at: 't0' });
    expect(state).toMatchObject({ status: 'started', startedAt: 't0' });
    expect(() => requireCompleted(state)).toThrow('Payment not found');
  });
  it('that was completed without a start stays unknown', () => {
    expect(evolvePayment(initialPayment, { ...completed, at: 't0' })).toBe(initialPayment);
  });
});

describe('starting a payment', () => {
  const starting =
    (items: readonly BatchItem[], inputs = { actor, onlySuperAdmin: false }) =>
    () =>
      startPayment(items, inputs);
  const conflict = (expenseIds: readonly string[], message: string) =>
    expect.objectContaining({ code: 'CONFLICT', message, details: { expense_ids: expenseIds } }) as Error;

  it('names the user, the currency and the expenses in their order', () => {
    expect(starting([anItem('e2'), anItem('e1')])()).toEqual({
      type: 'Start',
      batch: { ...batch, expenses: ['e2', 'e1'] },
    });
  });
  it('is refused for an empty batch', () => {
    expect(starting([])).toThrow('Select a user with approved expenses first');
  });
  it('is refused unless all expenses are approved', () => {
    const submitted = [anEvent.submitted()];
    expect(starting([anItem('e1'), anItem('e2', submitted), paidBy('e3', 'p')])).toThrow(
      conflict(['EXP-e2', 'EXP-e3'], 'Only approved expenses can be marked as paid. Not approved: EXP-e2, EXP-e3'),
    );
  });
  it('is refused for expenses of several users', () => {
    expect(starting([anItem('e1'), anItem('e2', undefined, { ownerId: 'ben' })])).toThrow(
      conflict(['EXP-e2'], 'All expenses of a payment must belong to one user. Not of Anna Abel: EXP-e2'),
    );
  });
  it('is refused for several currencies', () => {
    expect(starting([anItem('e1'), anItem('e2', undefined, { currency: 'USD' })])).toThrow(
      conflict(['EXP-e2'], 'All expenses of a payment must be reimbursed in one currency. Not in EUR: EXP-e2'),
    );
  });
  it('is refused for one’s own expenses, unless there is no other super admin', () => {
    const own = { actor: { id: 'anna' }, onlySuperAdmin: false };
    expect(starting([anItem('e1')], own)).toThrow('You cannot approve or pay an expense of your own.');
    expect(starting([anItem('e1')], { ...own, onlySuperAdmin: true })).not.toThrow();
  });
});

describe('an earlier payment', () => {
  it('is found if it paid all expenses of the batch', () => {
    expect(earlierPaymentOf([paidBy('e1', 'p1'), paidBy('e2', 'p1')])).toBe('p1');
  });
  it.each([
    ['no expenses', []],
    ['approved expenses', [anItem('e1'), anItem('e2')]],
    ['a paid and an approved expense', [paidBy('e1', 'p1'), anItem('e2')]],
    ['an approved and a paid expense', [anItem('e2'), paidBy('e1', 'p1')]],
    ['expenses of two payments', [paidBy('e1', 'p1'), paidBy('e2', 'p2')]],
  ])('is not found for %s', (_, items) => {
    expect(earlierPaymentOf(items)).toBeNull();
  });
});

it('the total of a batch is rounded half up to cents', () => {
  const amounts = ['10.10', '20.20'].map((amount, i) => anItem(`e${i}`, [anEvent.submitted({ amount })]));
  expect(totalOf(amounts)).toBe('30.30');
  expect(totalOf([anItem('e1', [anEvent.drafted({ amount: null })])])).toBe('0.00');
});
