import { draftProblems, submissionProblems, tidyClaim, type CheckedClaim } from './submission.js';

const claim: CheckedClaim = {
  date: '2026-06-10',
  category: 'Restaurant',
  justification: 'Dinner',
  amount: '10.00',
  currency: 'EUR',
  classification: 'support',
  vatAmount: '1.90',
  noReceipt: false,
};
const context = { today: '2026-06-15', role: 'team_member', hasReceipt: true } as const;

describe('the problem of a claim', () => {
  it.each<[string, Partial<CheckedClaim>, string, string]>([
    ['without a date', { date: null }, 'date', 'Date is required.'],
    [
      'from the future',
      { date: '2026-06-16' },
      'date',
      'Cannot submit expense with invalid date. Future dates are not allowed. Please select today or an earlier date.',
    ],
    [
      'older than a year',
      { date: '2025-06-14' },
      'date',
      'Cannot submit expense with invalid date. Dates older than 12 months are not allowed. Please select a more recent date.',
    ],
    [
      'with an impossible date',
      { date: '2026-02-30' },
      'date',
      'Cannot submit expense with invalid date. Please enter a valid date (YYYY-MM-DD).',
    ],
    ['without a category', { category: '' }, 'category', 'Category is required.'],
    ['with a blank justification', { justification: ' ' }, 'justification', 'Justification is required.'],
    ['without a justification', { justification: null }, 'justification', 'Justification is required.'],
    ['without an amount', { amount: null }, 'amount', 'Amount is required.'],
    ['without a currency', { currency: null }, 'currency', 'Currency is required.'],
    [
      'with a malformed currency',
      { currency: 'EURO' },
      'currency',
      'Please enter a valid 3-letter currency code (e.g., USD, EUR)',
    ],
    [
      'with a retired currency',
      { currency: 'HRK' },
      'currency',
      'HRK ended on 2022-12-31. Please check the currency and the date.',
    ],
    [
      'with letters that are no currency',
      { currency: 'BTC' },
      'currency',
      'Please enter a valid 3-letter currency code (e.g., USD, EUR)',
    ],
    ['without a classification', { classification: '' }, 'classification', 'Classification is required.'],
    [
      'without applicable VAT',
      { vatAmount: null },
      'vatAmount',
      'Please enter a valid VAT amount (must be a positive number)',
    ],
    [
      'with VAT above the amount',
      { vatAmount: '10.01' },
      'vatAmount',
      'Please enter a valid VAT amount (must not be greater than the amount)',
    ],
  ])('%s is named', (_, change, field, message) => {
    expect(submissionProblems({ ...claim, ...change }, context)).toEqual([{ field, message }]);
  });

  it('without VAT does not exist where VAT does not apply', () => {
    expect(submissionProblems({ ...claim, category: 'Hotel', vatAmount: null }, context)).toEqual([]);
  });

  it.each([
    ['team_member', false, 'Receipt is required for submission. Use "Save as Draft" to save without receipt.'],
    ['team_member', true, 'Receipt upload is required for all expense submissions'],
    [
      'partner',
      false,
      "Receipt is required for submission. You can either upload a receipt or declare on your honor that you don't have one.",
    ],
    ['partner', true, null],
  ] as const)('without a receipt as %s, declared missing: %s', (role, noReceipt, message) => {
    const problems = submissionProblems(
      { ...claim, noReceipt, vatAmount: noReceipt ? null : '1.90' },
      {
        ...context,
        role,
        hasReceipt: false,
      },
    );
    expect(problems).toEqual(message === null ? [] : [{ field: 'receipt', message }]);
  });
});

describe('VAT', () => {
  const above = { ...claim, vatAmount: '10.01' };

  it('may be as high as the amount', () => {
    expect(submissionProblems({ ...claim, vatAmount: '10.00' }, context)).toEqual([]);
    expect(submissionProblems({ ...claim, amount: '9.5', vatAmount: '9.50' }, context)).toEqual([]);
  });

  it('above the amount is refused in a draft, too, unless one of them is missing or VAT does not apply', () => {
    expect(draftProblems(above)).toHaveLength(1);
    expect(draftProblems({ ...above, amount: '10.1' })).toEqual([]);
    expect(draftProblems({ ...above, amount: null })).toEqual([]);
    expect(draftProblems({ ...above, vatAmount: null })).toEqual([]);
    expect(draftProblems({ ...above, category: 'Hotel' })).toEqual([]);
    expect(draftProblems({ ...above, noReceipt: true })).toEqual([]);
  });
});

describe('a tidied claim', () => {
  it('keeps VAT that applies', () => expect(tidyClaim(claim, true)).toEqual(claim));

  it('loses a declaration that a receipt contradicts', () => {
    expect(tidyClaim({ ...claim, noReceipt: true }, true)).toEqual(claim);
  });

  it('loses VAT with a declaration', () => {
    const declared = { ...claim, noReceipt: true };
    expect(tidyClaim(declared, false)).toEqual({ ...declared, vatAmount: null });
  });

  it('loses VAT that does not apply', () => {
    expect(tidyClaim({ ...claim, currency: 'USD' }, false)).toEqual({ ...claim, currency: 'USD', vatAmount: null });
  });
});
