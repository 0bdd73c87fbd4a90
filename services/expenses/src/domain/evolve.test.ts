import { anEvent, recorded } from '../testing/builders.js';
import { evolve } from './evolve.js';
import { initialState } from './expense.js';

describe('an expense', () => {
  it('whose first event names no owner belongs to the actor of that event', () => {
    const event = recorded(anEvent.submitted(), 0);
    if (event.type !== 'ExpenseSubmitted') throw new Error('Build a submission');
    const { opening: _, ...data } = event.data;
    expect(evolve(initialState, { ...event, data })).toMatchObject({
      status: 'submitted',
      claim: { expenseId: '', owner: { id: 'anna', name: 'anna@example.org', email: 'anna@example.org' } },
    });
  });
});
