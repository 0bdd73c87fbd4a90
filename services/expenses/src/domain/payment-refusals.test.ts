import { reportIdOf, type ExpenseEvent } from '@outlay/contracts';
import { anEvent, recorded } from '../testing/builders.js';
import type { BatchItem } from './decide-payment.js';
import { evolve } from './evolve.js';
import { initialState, isExisting, type ExpenseState } from './expense.js';
import { evolvePayment, initialPayment, type StartedPayment, type StoredPaymentEvent } from './payment.js';
import { alreadyPaid, alreadyPaidBy, changedExpense, figuresChanged, type EarlierPayment } from './payment-refusals.js';

function anItem(id: string, ...events: ExpenseEvent[]): BatchItem {
  const state = events.map(recorded).reduce<ExpenseState>(evolve, initialState);
  if (!isExisting(state)) throw new Error('Build an existing expense');
  const expense = { ...state, claim: { ...state.claim, expenseId: `EXP-${id}` } };
  return { id, revision: events.length - 1, headHash: null, expense };
}
const approved = (id: string) => anItem(id, anEvent.submitted(), anEvent.approved());
const paid = (id: string, by: string) => anItem(id, anEvent.submitted(), anEvent.approved(), anEvent.paid(by));

function aPayment(id: string, expenses: string[]): EarlierPayment {
  const event: StoredPaymentEvent = {
    type: 'PaymentStarted',
    data: {
      user: { id: 'anna', name: 'Anna Abel', email: 'anna@example.org' },
      currency: 'EUR',
      expenses,
      revisions: expenses.map(() => 1),
    },
    actor: { id: 'kim', email: 'kim@example.org' },
    at: '2026-06-14T09:30:00.000Z',
  };
  return { id, payment: evolvePayment(initialPayment, event) as StartedPayment, payerName: 'Kim Novak' };
}

const byKim = { paidBy: { name: 'Kim Novak', email: 'kim@example.org' } };

describe('expenses that an earlier payment covers', () => {
  it('are named with who paid them, when, and in which report', () => {
    const earlier = [aPayment('pay-1', ['e1']), aPayment('pay-2', ['e2'])];
    expect(alreadyPaidBy([paid('e1', 'pay-1'), approved('e2'), approved('e3')], earlier)).toEqual([
      {
        ...byKim,
        expenseId: 'EXP-e1',
        paymentId: 'pay-1',
        paidAt: '2026-06-15T10:00:02.000Z',
        reportId: reportIdOf('pay-1'),
      },
      {
        ...byKim,
        expenseId: 'EXP-e2',
        paymentId: 'pay-2',
        paidAt: '2026-06-14T09:30:00.000Z',
        reportId: reportIdOf('pay-2'),
      },
    ]);
  });

  it('belong to the payment that paid them, not to another that wanted to', () => {
    const earlier = [aPayment('pay-1', ['e1']), aPayment('pay-2', ['e1'])];
    expect(alreadyPaidBy([paid('e1', 'pay-2')], earlier)).toMatchObject([{ paymentId: 'pay-2' }]);
    expect(alreadyPaidBy([paid('e1', 'pay-3')], earlier)).toEqual([]);
  });

  it('do not include what a completed payment left out', () => {
    const { payment, ...earlier } = aPayment('pay-1', ['e1', 'e2']);
    const event: StoredPaymentEvent = {
      type: 'PaymentCompleted',
      data: { paid: ['e1'], skipped: ['e2'] },
      actor: { id: 'kim', email: 'kim@example.org' },
      at: '2026-06-14T09:31:00.000Z',
    };
    const completed = evolvePayment(payment, event) as StartedPayment;
    const found = alreadyPaidBy([paid('e1', 'pay-1'), approved('e2')], [{ ...earlier, payment: completed }]);
    expect(found).toMatchObject([{ expenseId: 'EXP-e1' }]);
  });

  it('are refused in a sentence with one part per payment', () => {
    const earlier = [aPayment('pay-1', ['e1', 'e2']), aPayment('pay-2', ['e3'])];
    const expenses = alreadyPaidBy([approved('e1'), approved('e2'), approved('e3')], earlier);
    const refusal = alreadyPaid(expenses);
    expect(refusal).toMatchObject({ code: 'ALREADY_PAID', details: { expenses } });
    expect(refusal.message).toBe(
      'Already paid: EXP-e1, EXP-e2 by Kim Novak (kim@example.org) on 2026-06-14 at 09:30 UTC; ' +
        'EXP-e3 by Kim Novak (kim@example.org) on 2026-06-14 at 09:30 UTC. Nothing was paid now.',
    );
  });
});

describe('figures that differ from those shown', () => {
  it('are given beside those that are stored', () => {
    const before = anItem('e1', anEvent.submitted({ amount: '90.00' }));
    const stored = { revision: 1, status: 'approved', reimbursementAmount: '100.00' };
    expect(changedExpense(approved('e1'), before)).toEqual({
      expenseId: 'EXP-e1',
      expected: { revision: 0, status: 'submitted', reimbursementAmount: '90.00' },
      actual: stored,
    });
    expect(changedExpense(approved('e1'), null)).toEqual({ expenseId: 'EXP-e1', expected: null, actual: stored });
  });

  it('without an amount are given as null', () => {
    const draft = anItem('e1', anEvent.drafted({ amount: null }));
    expect(changedExpense(draft, null)).toMatchObject({ actual: { status: 'draft', reimbursementAmount: null } });
  });

  it('are refused with both totals and the changed expenses', () => {
    const expenses = [changedExpense(approved('e1'), null), changedExpense(approved('e2'), null)];
    const refusal = figuresChanged([approved('e1'), approved('e2')], '190.00', expenses);
    expect(refusal).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { expectedTotal: '190.00', total: '200.00', currency: 'EUR', expenses },
    });
    expect(refusal.message).toBe(
      'Changed since you looked: EXP-e1, EXP-e2. The total is 200.00 EUR, not 190.00 EUR. Nothing was paid.',
    );
  });

  it('are refused with the total of those that are still approved', () => {
    const reverted = anItem('e2', anEvent.submitted());
    expect(figuresChanged([approved('e1'), reverted], '200.00', []).message).toBe(
      'The total is 100.00 EUR, not 200.00 EUR. Nothing was paid.',
    );
  });

  it('are refused with the total alone where none was expected and no expense changed', () => {
    const refusal = figuresChanged([approved('e1')], null, []);
    expect(refusal.message).toBe('The total is 100.00 EUR. Nothing was paid.');
    expect(refusal).toMatchObject({ details: { expectedTotal: null, total: '100.00', expenses: [] } });
  });
});
