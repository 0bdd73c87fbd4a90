import { aClaim, aCommand, aRate, anEvent, expense, recorded } from '../testing/builders.js';
import { decide } from './decide.js';
import { evolve } from './evolve.js';
import { toExpenseView } from '../views/expense-view.js';
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
    expense
      .given(submitted)
      .when(aCommand.amend(dated('2026-06-16', '100.00')))
      .refused('INVALID_INPUT', /Future dates/, [{ field: 'original.date' }]);
    const old = [anEvent.submitted({ date: '2020-01-01' }), anEvent.attached()];
    expect(amendment(dated('2020-01-01', '90.00'), old)).toHaveLength(1);
  });
  it('refuses a currency that had ended on the day, before it asks for a rate', () => {
    expense
      .given(submitted)
      .when(aCommand.amend({ original: { ...original, currency: 'BGN', rate: null } }))
      .refused('INVALID_INPUT', /^BGN ended on 2025-12-31\./, [{ field: 'original.currency' }]);
  });
  it('needs a rate for the new values', () => {
    expense
      .given(submitted)
      .when(aCommand.amend({ original: { ...original, currency: 'USD', rate: null } }))
      .refused('RATE_NOT_AVAILABLE');
  });
  it.each([
    { category: 'IT' },
    { justification: 'Lunch' },
    { trip: 'Nairobi, March' },
    { classification: 'support', vatAmount: '19.00' },
  ])('records %j with all metadata', (over) => {
    const { category, justification, trip, classification, vatAmount } = aClaim();
    expect(amendment({ metadata: over })).toEqual([
      { metadata: { category, justification, trip, classification, vatAmount, ...over } },
    ]);
  });
  it('records another VAT amount', () => {
    const taxed = [anEvent.submitted({ classification: 'support', vatAmount: '19.00' }), anEvent.attached()];
    expect(amendment({ metadata: { vatAmount: '7.00' } }, taxed)).toMatchObject([{ metadata: { vatAmount: '7.00' } }]);
  });
  it('refuses VAT above the amount, whichever of them changes', () => {
    const taxed = expense.given([
      anEvent.submitted({ classification: 'support', vatAmount: '19.00' }),
      anEvent.attached(),
    ]);
    const message = 'Please enter a valid VAT amount (must not be greater than the amount)';
    taxed
      .when(aCommand.amend({ metadata: { vatAmount: '100.01' } }))
      .refused('INVALID_INPUT', message, [{ field: 'metadata.vat_amount', message }]);
    taxed.when(aCommand.amend({ original: { ...original, amount: '18.99' } })).refused('INVALID_INPUT', message);
    taxed
      .when(aCommand.amend({ original: { ...original, amount: '18.99' }, metadata: { vatAmount: '3.00' } }))
      .then([{ type: 'ExpenseAmendedByAdmin' }]);
    taxed
      .when(aCommand.amend({ original: { ...original, amount: '18.99', currency: 'USD' } }))
      .then([{ type: 'ExpenseAmendedByAdmin' }]);
  });
  it('records a reimbursement only if it differs from the current one', () => {
    expect(amendment({ reimbursement: { amount: '100', reason: 'Agreed' } })).toEqual([]);
    expect(amendment({ reimbursement: { amount: '80.00', reason: 'Agreed' } })).toEqual([
      { reimbursement: { amount: '80.00', reason: 'Agreed' } },
    ]);
  });
  it('needs a reason for a reimbursement, which spaces are not', () => {
    expense
      .given(submitted)
      .when(aCommand.amend({ reimbursement: { amount: '80.00', reason: '\u200B' } }))
      .refused('INVALID_INPUT', /A reason is required/, [{ field: 'reimbursement.reason' }]);
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

describe('amending an approved claim', () => {
  const taxed = anEvent.submitted({ classification: 'support', vatAmount: '19.00' });
  const approved = [taxed, anEvent.attached(), anEvent.overridden('1.02'), anEvent.approved()];
  const original = { amount: '100.00', currency: 'EUR', date: '2026-06-10', rate: aRate() };
  const reimbursement = { amount: '80.00', reason: 'Agreed' };
  const seen = { revision: null, head: null, receiptSha256: null };
  const data = { onRevision: 4, receiptSha256: 'aa'.repeat(32), seen };
  const approval = { type: 'ExpenseApproved', data } as const;
  const chief = { actor: { id: 'chief', role: 'super_admin' } } as const;

  it.each([
    { original: { ...original, amount: '90.00' } },
    { original: { ...original, currency: 'USD' } },
    { original: { ...original, date: '2026-06-09' } },
    { clearOverride: true },
    { reimbursement },
    { metadata: { vatAmount: '7.00' } },
    { metadata: { category: 'Hotel' } },
  ])('approves the changed figure of %j as amended', (change) => {
    expense
      .given(approved)
      .when(aCommand.amend(change, chief))
      .then([{ type: 'ExpenseAmendedByAdmin' }, approval]);
  });
  it.each([{ category: 'IT' }, { justification: 'Lunch' }, { trip: 'Nairobi' }, { classification: 'mix' }])(
    'keeps the approval when only %j changes',
    (metadata) => {
      expense
        .given(approved)
        .when(aCommand.amend({ metadata }))
        .then([{ type: 'ExpenseAmendedByAdmin' }]);
    },
  );
  it('without a change appends nothing, whatever duplicates there are', () => {
    expense
      .given(approved)
      .when(aCommand.amend({ original }, { duplicates: ['EXP-2'] }))
      .thenNothing();
  });
  it('is refused for an unknown duplicate, and records a known one as dismissed', () => {
    const given = expense.given(approved);
    given.when(aCommand.amend({ reimbursement }, { duplicates: ['EXP-2'] })).refused('POSSIBLE_DUPLICATE', /EXP-2/);
    given
      .when(aCommand.amend({ reimbursement }, { duplicates: ['EXP-2'], duplicatesKnown: true }))
      .then([
        { type: 'ExpenseAmendedByAdmin' },
        { type: 'DuplicateWarningDismissed', data: { duplicates: ['EXP-2'] } },
        approval,
      ]);
  });
  it('does not ask about the duplicates of a claim that is not approved', () => {
    expense
      .given(submitted)
      .when(aCommand.amend({ reimbursement }, { duplicates: ['EXP-2'] }))
      .then([{ type: 'ExpenseAmendedByAdmin' }]);
  });

  describe('is shown', () => {
    const viewAfter = (...events: Parameters<typeof recorded>[0][]) => {
      const history = [...approved, ...events];
      const by = (index: number) => ({ ...chief.actor, email: index < 4 ? 'boss@example.org' : 'chief@example.org' });
      const state = history.map((event, index) => ({ ...recorded(event, index), actor: by(index) }));
      const folded = state.reduce<ExpenseState>(evolve, initialState);
      return isExisting(folded)
        ? toExpenseView({ id: 'id', revision: history.length - 1, headHash: 'ab' }, folded)
        : null;
    };
    const amended = { type: 'ExpenseAmendedByAdmin', data: { reimbursement } } as const;
    const described = {
      type: 'ExpenseAmendedByAdmin',
      data: { metadata: { ...aClaim(), vatAmount: '19.00' } },
    } as const;

    it('with the amender as the approver', () => {
      expect(viewAfter()).toMatchObject({ approvedByEmail: 'boss@example.org', amendedAfterApprovalBy: null });
      expect(viewAfter(amended, approval)).toMatchObject({
        approvedByEmail: 'chief@example.org',
        approvedAt: '2026-06-15T10:00:05.000Z',
        amendedAfterApprovalBy: 'chief@example.org',
      });
      expect(viewAfter(amended, approval, anEvent.paid())).toMatchObject({
        approvedByEmail: 'chief@example.org',
        amendedAfterApprovalBy: 'chief@example.org',
      });
    });
    it('with its amender where it was not approved again, as before this rule', () => {
      expect(viewAfter(amended)).toMatchObject({
        approvedByEmail: 'boss@example.org',
        amendedAfterApprovalBy: 'chief@example.org',
      });
    });
    it('no longer once the whole was approved again, and not if only a description was amended', () => {
      expect(viewAfter(amended, approval, anEvent.reverted(), anEvent.approved())).toMatchObject({
        amendedAfterApprovalBy: null,
      });
      expect(viewAfter(described)).toMatchObject({ amendedAfterApprovalBy: null });
    });
  });
});
