import { isVatApplicable } from './categories.js';
import { normaliseClassification } from './classification.js';
import { ISO_4217, parseCurrency } from './currencies.js';
import { isEmail, normaliseEmail } from './emails.js';
import { isLongEnough, isStrongPassword } from './passwords.js';
import { deviationPercent, impliedRate, isOverrideAllowed } from './rate-override.js';
import { receiptTooLargeMessage } from './receipts.js';
import { ALL_ROLES, ROLES, canonicalRole, isPrivileged, maySubmit, readsAll } from './roles.js';
import { claimableVat, submissionProblems, type ClaimDetails } from './submission.js';
import { ACTIONS, STATUSES, TRANSITIONS, isAllowed, isEditable } from './transitions.js';

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
    ['support', 'EUR', null, true],
  ])('for %s, %s and %s applies: %s', (classification, currency, category, applies) => {
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
  it('is described by the deviation in percent and the implied rate', () => {
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

it('a changed password needs six characters, counted by code points', () => {
  expect(['12345', '123456', '🔑🔑🔑🔑🔑'].map(isLongEnough)).toEqual([false, true, false]);
});

it('legacy roles are a team member and a partner', () => {
  expect(ROLES.map(canonicalRole)).toEqual(ROLES);
  expect(canonicalRole('user')).toBe('team_member');
  expect(canonicalRole('admin')).toBe('partner');
  expect([isPrivileged('user'), isPrivileged('admin'), isPrivileged('super_admin')]).toEqual([false, true, true]);
});

it('auditors read everything, and have no claims and no privileges', () => {
  expect(ALL_ROLES.filter(readsAll)).toEqual(['super_admin', 'auditor']);
  expect(ALL_ROLES.filter((role) => !maySubmit(role))).toEqual(['auditor']);
  expect(isPrivileged('auditor')).toBe(false);
});

it('currencies are three letters, upper-cased; retired codes and crypto are not currencies', () => {
  expect(parseCurrency(' eur ')).toBe('EUR');
  expect(['EURO', 'E1R', 'uſd', 'ﬃ'].map(parseCurrency)).toEqual([null, null, null, null]);
  expect(['HRK', 'SLL', 'GHC', 'BTC', 'XAU'].filter((code) => ISO_4217.has(code))).toEqual([]);
});

it('emails are compared trimmed and in lower case', () => {
  expect(normaliseEmail('  Ann@Example.ORG ')).toBe('ann@example.org');
  expect([isEmail('a@b.c'), isEmail('a@b'), isEmail('a b@c.d'), isEmail('')]).toEqual([true, false, false, false]);
  expect(['x a@b.c', 'a@b.c d', 'a\u0007@b.c', 'a\u200b@b.c'].map(isEmail)).toEqual([false, false, false, false]);
  expect([254, 255].map((length) => isEmail(`${'a'.repeat(length - 4)}@b.c`))).toEqual([true, false]);
});

it('a file over the limit is rejected with its size', () => {
  expect(receiptTooLargeMessage(12_000_000)).toBe(
    'File size (11.44MB) exceeds the 10MB limit. Please compress or choose a smaller file.',
  );
});

describe('transitions', () => {
  it('are allowed as specified', () => {
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
  it('lead to the specified status', () => {
    expect(ACTIONS.map((action) => TRANSITIONS[action].to)).toEqual([
      ...['draft', 'submitted', 'deleted', 'approved', 'rejected', 'submitted', 'same', 'paid'],
    ]);
  });
  it('let the owner edit until approval', () => {
    expect(STATUSES.filter(isEditable)).toEqual(['draft', 'submitted', 'rejected']);
    expect(STATUSES).toEqual(['draft', 'submitted', 'approved', 'rejected', 'paid']);
  });
  it('never lead out of paid', () => {
    expect(Object.values(TRANSITIONS).flatMap(({ from }) => from as readonly string[])).not.toContain('paid');
  });
});

describe('the problems of a submission', () => {
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
  const context = { today: '2026-06-15', role: 'team_member', hasReceipt: true } as const;
  it('are none for a complete claim', () => expect(submissionProblems(claim, context)).toEqual([]));
  it('name every missing field in form order', () => {
    const empty: ClaimDetails = {
      date: null,
      category: null,
      justification: ' ',
      amount: null,
      currency: null,
      classification: null,
      vatAmount: null,
      noReceipt: false,
    };
    expect(submissionProblems(empty, { ...context, hasReceipt: false }).map(({ field }) => field)).toEqual([
      'date',
      'category',
      'justification',
      'amount',
      'currency',
      'classification',
      'receipt',
    ]);
  });
  it('VAT is not claimable with a no-receipt declaration', () => {
    expect(claimableVat({ ...claim, noReceipt: true })).toBeNull();
    expect(claimableVat(claim)).toBe('1.90');
  });
});
