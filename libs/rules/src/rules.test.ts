import { isVatApplicable } from './categories.js';
import { normaliseClassification } from './classification.js';
import { ISO_4217, parseCurrency } from './currencies.js';
import { isEmail, normaliseEmail } from './emails.js';
import { isStrongPassword } from './passwords.js';
import { deviationPercent, impliedRate, isOverrideAllowed } from './rate-override.js';
import { receiptTooLargeMessage } from './receipts.js';
import { canonicalRole, isPrivileged } from './roles.js';
import { claimableVat, submissionProblems, type ClaimDetails } from './submission.js';
import { ACTIONS, STATUSES, TRANSITIONS, isAllowed } from './transitions.js';

describe('VAT', () => {
  it.each([
    ['support', 'EUR', 'Restaurant', true],
    ['mix', 'EUR', 'IT', true],
    ['investment', 'EUR', 'Restaurant', false],
    ['support', 'USD', 'Restaurant', false],
    ['support', 'EUR', 'Hotel', false],
    ['support', 'EUR', 'Plane / Train', false],
    ['mix', 'EUR', 'Taxi / Ride', false],
    [null, 'EUR', 'Restaurant', false],
  ])('on %s, %s, %s applies: %s', (classification, currency, category, applies) => {
    expect(isVatApplicable({ classification, currency, category })).toBe(applies);
  });
});

describe('the ±5%% override', () => {
  it.each([
    ['1', '1.050000', true],
    ['1', '1.050001', false],
    ['1', '0.950000', true],
    ['1', '0.949999', false],
    ['0.007722', '0.0081081', true],
    ['0.007722', '0.0081082', false],
    ['1', '0', false],
    ['1', '-1', false],
  ])('from %s to %s is allowed: %s', (fetched, rate, allowed) =>
    expect(isOverrideAllowed(fetched, rate)).toBe(allowed),
  );
  it('says how far away, in percent', () => {
    expect(deviationPercent('1', '1.05')).toBe('5.00');
    expect(deviationPercent('2', '1.9')).toBe('-5.00');
    expect(impliedRate('3', '1')).toBe('0.333333');
    expect(impliedRate('0', '1')).toBeNull();
  });
});

describe('passwords', () => {
  it.each([
    ['Abcdef1!xy', true],
    ['Abcdef1!x', false],
    ['abcdef1!xy', false],
    ['ABCDEF1!XY', false],
    ['Abcdefg!xy', false],
    ['Abcdefg1xy', false],
    ['Abcdef1🔑x', false],
    ['Abcdef1🔑xy', true],
  ])('%s is strong: %s', (password, strong) => expect(isStrongPassword(password)).toBe(strong));
});

it.each([
  ['support', 'support'],
  ['Core Investment', 'investment'],
  ['core', 'investment'],
  ['support/core', 'mix'],
  ['Mix / Unknown', 'mix'],
  ['banana', null],
])('classification %s reads as %s', (legacy, read) => expect(normaliseClassification(legacy)).toBe(read));

it('legacy roles are a team member and a partner', () => {
  expect(canonicalRole('user')).toBe('team_member');
  expect(canonicalRole('admin')).toBe('partner');
  expect([isPrivileged('user'), isPrivileged('admin'), isPrivileged('super_admin')]).toEqual([false, true, true]);
});

it('currencies are three letters, upper-cased; retired codes and crypto are not money', () => {
  expect(parseCurrency(' eur ')).toBe('EUR');
  expect(['EURO', 'E1R', 'uſd', 'ﬃ'].map(parseCurrency)).toEqual([null, null, null, null]);
  expect(['HRK', 'SLL', 'GHC', 'BTC', 'XAU'].filter((code) => ISO_4217.has(code))).toEqual([]);
});

it('emails are compared trimmed and in lower case', () => {
  expect(normaliseEmail('  Ann@Example.ORG ')).toBe('ann@example.org');
  expect([isEmail('a@b.c'), isEmail('a@b'), isEmail('a b@c.d'), isEmail('')]).toEqual([true, false, false, false]);
});

it('a file over the limit is named with its size', () => {
  expect(receiptTooLargeMessage(12_000_000)).toBe(
    'File size (11.44MB) exceeds the 10MB limit. Please compress or choose a smaller file.',
  );
});

describe('transitions', () => {
  it('allow exactly what the specification says', () => {
    const table = Object.fromEntries(
      ACTIONS.map((action) => [action, STATUSES.filter((status) => isAllowed(action, status))]),
    );
    expect(table).toEqual({
      saveDraft: ['draft', 'submitted', 'rejected'],
      submit: ['draft', 'submitted', 'rejected'],
      delete: ['draft'],
      approve: ['draft', 'submitted', 'rejected'],
      reject: ['draft', 'submitted', 'approved'],
      revert: ['draft', 'approved', 'rejected'],
      amend: ['draft', 'submitted', 'approved', 'rejected'],
      pay: ['approved'],
    });
  });
  it('never lead out of paid', () => {
    expect(Object.values(TRANSITIONS).flatMap(({ from }) => from as readonly string[])).not.toContain('paid');
  });
});

describe('what keeps a claim from being submitted', () => {
  const claim: ClaimDetails = {
    date: '2026-06-10',
    category: 'Restaurant',
    justification: 'Dinner',
    amount: '10.00',
    currency: 'EUR',
    classification: 'support',
    vatAmount: '1.90',
    noReceipt: false,
  };
  const facts = { today: '2026-06-15', role: 'team_member', hasReceipt: true } as const;
  it('is nothing when all is there', () => expect(submissionProblems(claim, facts)).toEqual([]));
  it('is every open field, in the order of the form', () => {
    const open: ClaimDetails = {
      date: null,
      category: null,
      justification: ' ',
      amount: null,
      currency: null,
      classification: null,
      vatAmount: null,
      noReceipt: false,
    };
    expect(submissionProblems(open, { ...facts, hasReceipt: false }).map(({ field }) => field)).toEqual([
      'date',
      'category',
      'justification',
      'amount',
      'currency',
      'classification',
      'receipt',
    ]);
  });
  it('VAT is not claimable with a declaration', () => expect(claimableVat({ ...claim, noReceipt: true })).toBeNull());
});
