import { evolve } from '../domain/evolve.js';
import { initialState, type ExpenseState } from '../domain/expense.js';
import { anEvent, anna, recorded } from '../testing/builders.js';
import { SummaryTally } from './summary-tally.js';

describe('the tally of a replay', () => {
  const submitted = evolve(initialState, recorded(anEvent.submitted(), 0));
  const approved = evolve(submitted, recorded(anEvent.approved(), 1));
  const changed = (id: string, before: ExpenseState, state: ExpenseState) => ({
    ...{ id, before, state },
    revision: 1,
    headHash: null,
  });

  it('counts each expense once, for its owner and for all, up to a position', () => {
    const tally = new SummaryTally();
    tally.add([changed('one', initialState, submitted), changed('two', initialState, submitted)]);
    tally.add([changed('one', submitted, approved)]);
    const counted = tally.all('9').map(({ _id, position, buckets }) => ({
      ...{ _id, position },
      counts: buckets.map(({ status, count, total }) => [status, count, total]),
    }));
    const counts = [
      ['submitted', 1, '100.00'],
      ['approved', 1, '100.00'],
    ];
    expect(counted).toEqual(['all', anna.id].map((_id) => ({ _id, position: '9', counts })));
  });

  it('counts nothing without expenses', () => {
    expect(new SummaryTally().all(null)).toEqual([]);
  });
});
