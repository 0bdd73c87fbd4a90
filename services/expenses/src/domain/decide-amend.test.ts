import { aClaim, aCommand, aRate, anEvent, expense, recorded } from '../testing/builders.js';
import { decide } from './decide.js';
import { evolve } from './evolve.js';
import { initialState, isExisting, type ExpenseState } from './expense.js';

const submitted = [anEvent.submitted(), anEvent.attached()];

describe('amending values', () => {
  const original = { amount: '100.00', currency: 'EUR', date: '2026-06-10', rate: aRate() };
  const overridden = [...submitted, anEvent.overridden('1.02')];
  const amendment = (change: Parameters<typeof aCommand.amend>[0], history = submitted) => {
    const state = history.map(recorded).reduce<ExpenseState>(evolve, initialState);
    return decide(aCommand.amend(change), state, history.length - 1).map(({ data }) => data);
  };

  it('on an outdated revision is a conflict', () => {
    expense
      .given(submitted)
      .when(aCommand.amend({ metadata: { category: 'IT' } }, { expectedRevision: 0 }))
      .refused('VERSION_CONFLICT');
  });
  it.each([{ amount: '90.00' }, { currency: 'USD' }, { date: '2026-06-09' }])(
    'records %j with all original fields',
    (over) => {
      expect(amendment({ original: { ...original, ...over } })).toEqual([{ original: { ...original, ...over } }]);
    },
  );
  it.each([{ currency: 'USD' }, { date: '2026-06-09' }])('clears an override together with %j', (over) => {
    expect(amendment({ original: { ...original, ...over } }, overridden)).toEqual([
      { original: { ...original, ...over }, overrideCleared: true },
    ]);
  });
  it('keeps an override when only the amount changes', () => {
    const changed = { ...original, amount: '90.00' };
    expect(amendment({ original: changed }, overridden)).toEqual([{ original: changed }]);
  });
  it('clears an override on request, if there is one', () => {
    expect(amendment({ clearOverride: true }, overridden)).toEqual([{ overrideCleared: true }]);
    expect(amendment({ clearOverride: true })).toEqual([]);
    expect(amendment({ clearOverride: false }, overridden)).toEqual([]);
  });
  it('checks a new date, but not the age of an unchanged one', () => {
    const dated = (date: string, amount: string) => ({ original: { ...original, date, amount } });
    expect(() => amendment(dated('2026-06-16', '100.00'))).toThrow(/Future dates/);
    const old = [anEvent.submitted({ date: '2020-01-01' }), anEvent.attached()];
    expect(amendment(dated('2020-01-01', '90.00'), old)).toHaveLength(1);
  });
  it('needs a rate for the new values', () => {
    expense
      .given(submitted)
      .when(aCommand.amend({ original: { ...original, currency: 'USD', rate: null } }))
      .refused('RATE_NOT_AVAILABLE');
  });
  it.each([{ category: 'IT' }, { justification: 'Lunch' }, { classification: 'support', vatAmount: '19.00' }])(
    'records %j with all metadata',
    (over) => {
      const { category, justification, classification, vatAmount } = aClaim();
      expect(amendment({ metadata: over })).toEqual([
        { metadata: { category, justification, classification, vatAmount, ...over } },
      ]);
    },
  );
  it('records another VAT amount', () => {
    const taxed = [anEvent.submitted({ classification: 'support', vatAmount: '19.00' }), anEvent.attached()];
    expect(amendment({ metadata: { vatAmount: '7.00' } }, taxed)).toMatchObject([{ metadata: { vatAmount: '7.00' } }]);
  });
  it('records a reimbursement only if it differs from the current one', () => {
    expect(amendment({ reimbursement: { amount: '100', reason: 'Agreed' } })).toEqual([]);
    expect(amendment({ reimbursement: { amount: '80.00', reason: ' Agreed ' } })).toEqual([
      { reimbursement: { amount: '80.00', reason: 'Agreed' } },
    ]);
  });
  it('records a reimbursement where none could be computed', () => {
    const draft = [anEvent.drafted({ amount: null })];
    expect(amendment({ reimbursement: { amount: '80.00', reason: 'Agreed' } }, draft)).toHaveLength(1);
  });
  it('records an equal reimbursement beside values that would change it', () => {
    const reimbursement = { amount: '100.00', reason: 'Agreed' };
    const changed = { ...original, amount: '90.00' };
    expect(amendment({ original: changed, reimbursement })).toEqual([{ original: changed, reimbursement }]);
    expect(
      amendment({ clearOverride: true, reimbursement: { amount: '102.00', reason: 'Agreed' } }, overridden),
    ).toEqual([{ overrideCleared: true, reimbursement: { amount: '102.00', reason: 'Agreed' } }]);
  });
});

describe('an amended claim', () => {
  const reimbursement = { amount: '80.00', reason: 'Agreed' };
  const original = { amount: '90.00', currency: 'EUR', date: '2026-06-10', rate: aRate() };
  const claimAfter = (...changes: Parameters<typeof aCommand.amend>[0][]) => {
    const history = [...submitted, anEvent.overridden('1.02')];
    const overridden = history.map(recorded).reduce<ExpenseState>(evolve, initialState);
    const state = changes.reduce<ExpenseState>(
      (current, change, i) =>
        decide(aCommand.amend(change), current, i + 2)
          .map((event) => recorded(event, i + 3))
          .reduce(evolve, current),
      overridden,
    );
    return isExisting(state) ? state.claim : null;
  };

  it('keeps its override and manual reimbursement while only metadata changes', () => {
    expect(claimAfter({ reimbursement }, { metadata: { category: 'IT' } })).toMatchObject({
      override: { rate: '1.02' },
      manualReimbursement: reimbursement,
      details: { category: 'IT' },
    });
  });
  it('loses its manual reimbursement with a new amount or without its override', () => {
    expect(claimAfter({ reimbursement }, { original })).toMatchObject({
      override: { rate: '1.02' },
      manualReimbursement: null,
    });
    expect(claimAfter({ reimbursement }, { clearOverride: true })).toMatchObject({
      override: null,
      manualReimbursement: null,
    });
  });
});
