import type { explainExpense, ReplyOf } from '@outlay/contracts';

export const by = {
  eventId: 'event-1',
  eventType: 'ExpenseSubmitted',
  revision: 0,
  actorEmail: 'member@example.com',
  at: '2026-03-01T10:00:00.000Z',
};
export const explanation: ReplyOf<typeof explainExpense> = {
  expenseId: 'EXP-1',
  revision: 0,
  status: 'submitted',
  formula: '45.50 EUR × 1.000000 (the same currency) = 45.5 → 45.50 EUR, half up',
  amount: { value: '45.50', currency: 'EUR', by },
  rate: { value: '1.000000', effectiveDate: '2026-03-02', source: 'identity', legs: null, by },
  override: null,
  product: '45.5',
  entered: null,
  reimbursement: { value: '45.50', currency: 'EUR' },
  history: [{ value: '45.50', currency: 'EUR', approved: false, by }],
};
