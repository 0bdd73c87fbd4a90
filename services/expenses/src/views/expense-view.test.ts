import type { ExpenseEvent } from '@outlay/contracts';
import { aReceipt, anEvent, recorded } from '../testing/builders.js';
import { evolve } from '../domain/evolve.js';
import { toExpenseView } from './expense-view.js';
import { initialState, isExisting, type ExpenseState } from '../domain/expense.js';

function viewAfter(...events: ExpenseEvent[]) {
  const state = events.map(recorded).reduce<ExpenseState>(evolve, initialState);
  if (!isExisting(state)) throw new Error('Build an existing expense');
  return toExpenseView({ id: 'e1', revision: events.length - 1, headHash: 'ab' }, state);
}

const submitted = anEvent.submitted({ amount: '100.00' });
const UNDECIDED = {
  adminNotes: null,
  approvedByEmail: null,
  approvedAt: null,
  amendedAfterApprovalBy: null,
  paidAt: null,
  paymentId: null,
};
const APPROVAL = { approvedByEmail: 'boss@example.org', approvedAt: '2026-06-15T10:00:01.000Z' };

describe('the view of an expense', () => {
  it('shows ids, owner, claim and times', () => {
    expect(viewAfter(submitted, anEvent.attached())).toMatchObject({
      id: 'e1',
      expenseId: 'EXP-TEST000001',
      uniqueId: 'expense-e1',
      revision: 1,
      userId: 'anna',
      userName: 'Anna Abel',
      userEmail: 'anna@example.org',
      amount: '100.00',
      receipt: aReceipt(),
      reimbursementAmount: '100.00',
      reimbursementCurrency: 'EUR',
      reimbursementReason: null,
      createdAt: '2026-06-15T10:00:00.000Z',
      submittedAt: '2026-06-15T10:00:00.000Z',
      updatedAt: '2026-06-15T10:00:01.000Z',
    });
  });

  it.each<[string, ExpenseEvent[], object]>([
    ['submitted', [submitted], UNDECIDED],
    ['rejected', [submitted, anEvent.rejected('Unreadable')], { ...UNDECIDED, adminNotes: 'Unreadable' }],
    ['approved', [submitted, anEvent.approved()], { ...UNDECIDED, ...APPROVAL }],
    [
      'paid',
      [submitted, anEvent.approved(), anEvent.paid('pay-1')],
      { ...UNDECIDED, ...APPROVAL, paidAt: '2026-06-15T10:00:02.000Z', paymentId: 'pay-1' },
    ],
  ])('of a %s expense shows the decisions that led there, and no others', (status, events, decisions) => {
    expect(viewAfter(...events)).toMatchObject({ status, ...decisions });
  });

  it('of a draft has no time of submission', () => {
    expect(viewAfter(anEvent.drafted())).toMatchObject({ status: 'draft', submittedAt: null });
  });

  it('gives the reason of a reimbursement that a reviewer set', () => {
    const state = [submitted].map(recorded).reduce<ExpenseState>(evolve, initialState);
    if (!isExisting(state)) throw new Error('Build an existing expense');
    const manualReimbursement = { amount: '90.00', reason: 'Without the minibar' };
    const changed = { ...state, claim: { ...state.claim, manualReimbursement } };
    expect(toExpenseView({ id: 'e1', revision: 0, headHash: 'ab' }, changed)).toMatchObject({
      reimbursementAmount: '90.00',
      reimbursementReason: 'Without the minibar',
    });
  });
});
