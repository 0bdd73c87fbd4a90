import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { isVatApplicable } from './vat.js';
import { normaliseClassification } from './classification.js';
import { currencyProblem, ISO_4217, parseCurrency } from './currencies.js';
import { addDays, monthsBefore } from './dates.js';
import { isEmail, normaliseEmail } from './emails.js';
import { isLongEnough, isStrongPassword } from './passwords.js';
import { multiplyDecimals, parseDecimal } from './decimal.js';
import { reimbursementOf } from './money.js';
import { deviationPercent, impliedRate, isOverrideAllowed, isPaidAllowed } from './rate-override.js';
import { receiptTooLargeMessage } from './receipts.js';
import { ALL_ROLES, ROLES, canonicalRole, isPrivileged, maySubmit, readsAll } from './roles.js';
import { submissionProblems, type CheckedClaim } from './submission.js';
import { ACTIONS, STATUSES, TRANSITIONS, isAllowed, isEditable, type Action, type Status } from './transitions.js';

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
    expect(impliedRate('0.33', '3', '1')).toBe('0.333333');
    expect([impliedRate('1', '0', '1'), impliedRate('1', '1', '0.00')]).toEqual([null, null]);
  });
  it.each([
    ['0.000650', '182150.00', '121.00', '0.000664287'],
    ['0.000680', '182150.00', '121.00', '0.000664288'],
    ['1.08', '250.00', '270.50', '1.082000'],
    ['0.0000111', '8835000.00', '98.07', '0.0000111001'],
    ['0.9', '999999999999.99', '900000000001.23', '0.900000000001239'],
  ])('at %s, %s paid with %s has the rate %s', (fetched, amount, paid, rate) => {
    expect(impliedRate(fetched, amount, paid)).toBe(rate);
    expect(reimbursementOf(amount, rate)).toBe(paid);
  });
  it('reimburses what was paid, and allows the rate that follows whenever it allows what was paid', () => {
    const decimal = (most: number, places: number) =>
      fc.integer({ min: 1, max: most }).map((units) => (units / 10 ** places).toFixed(places));
    const tolerances = fc.constantFrom('0.95', '1.05', '1', '0.949999', '1.050001', '0.97', '1.049999');
    const inputs = [fc.oneof(decimal(2_000_000, 9), decimal(2_000_000, 6)), decimal(2 ** 47, 2), tolerances] as const;
    fc.assert(
      fc.property(...inputs, fc.integer({ min: -1, max: 1 }), (fetched, amount, share, cents) => {
        const near = Number(multiplyDecimals(multiplyDecimals(amount, fetched), share));
        const paid = (Math.round(near * 100 + cents) / 100).toFixed(2);
        if (Number(paid) <= 0) return;
        const rate = impliedRate(fetched, amount, paid) ?? '';
        expect([fetched, amount, reimbursementOf(amount, rate)]).toEqual([fetched, amount, paid]);
        expect(parseDecimal(rate)).not.toBeNull();
        if (isPaidAllowed(fetched, amount, paid))
          expect([paid, isOverrideAllowed(fetched, rate)]).toEqual([paid, true]);
      }),
      { numRuns: 3000 },
    );
  });
  it('is judged by the exact quotient of what was paid', () => {
    // 0.8936172 is the limit; six decimals of the quotient would be above it, or below.
    expect(isPaidAllowed('0.851064', '100000.00', '89361.72')).toBe(true);
    expect(isPaidAllowed('0.851064', '100000.00', '89361.73')).toBe(false);
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

it.each([
  ['BGN', '2025-12-20', null],
  ['BGN', '2025-12-31', null],
  ['BGN', '2026-01-01', 'BGN ended on 2025-12-31. Please check the currency and the date.'],
  ['bgn', null, null],
  ['XCG', '2025-03-30', 'XCG begins on 2025-03-31. Please check the currency and the date.'],
  ['XCG', '2025-03-31', null],
  ['ANG', '2025-07-01', 'ANG ended on 2025-06-30. Please check the currency and the date.'],
  ['EUR', '1999-01-01', null],
  ['GHC', '2025-12-20', 'Please enter a valid 3-letter currency code (e.g., USD, EUR)'],
  ['BG', '2025-12-20', 'Please enter a valid 3-letter currency code (e.g., USD, EUR)'],
])('%s on %s: %s', (code, date, problem) => expect(currencyProblem(code, date)).toBe(problem));

/** ISO 4217 list three, published on 2026-01-01: the currencies withdrawn since 2017 that have no entry in list one. */
const WITHDRAWN = {
  BYR: '2017-01',
  MRO: '2017-12',
  STD: '2017-12',
  VEF: '2018-08',
  CUC: '2021-06',
  HRK: '2023-01',
  SLL: '2023-12',
  ZWL: '2024-09',
  ANG: '2025-03',
  BGN: '2026-01',
};

it.each(Object.entries(WITHDRAWN))(
  '%s ended in the month of its withdrawal, %s, or with the month before',
  (code, month) => {
    const beside = code === 'ANG' ? 3 : 0;
    const isTaken = (date: string) => currencyProblem(code, date) === null;
    const nextMonth = monthsBefore(`${month}-01`, -1 - beside);
    expect(isTaken(addDays(`${month}-01`, -1))).toBe(true);
    expect(isTaken(nextMonth)).toBe(false);
    expect(ISO_4217.has(code)).toBe(false);
  },
);

it.each([
  ['BYR', 'BYN'],
  ['MRO', 'MRU'],
  ['STD', 'STN'],
  ['VEF', 'VES'],
  ['SLL', 'SLE'],
  ['ZWL', 'ZWG'],
  ['ANG', 'XCG'],
])('no day is without a currency between %s and %s', (ended, begun) => {
  const days = Array.from({ length: 3650 }, (_, day) => addDays('2016-06-01', day));
  const isTaken = (code: string, date: string) => currencyProblem(code, date) === null;
  expect(days.filter((day) => !isTaken(ended, day) && !isTaken(begun, day))).toEqual([]);
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
  it('are those of R-6.2 in docs/product.md', async () => {
    const page = await readFile(new URL('../../../docs/product.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^ *\| (?:owner|super admin) +\|(.+)\|$/gm)].map(([, row = '']) =>
      row.split('|').map((cell) => cell.trim()),
    );
    const actionOf: Record<string, Action> = { 'save as draft': 'saveDraft', 'correct (R-4.13)': 'amend' };
    const documented = Object.fromEntries(
      rows.map(([action = '', ...cells]) => [
        actionOf[action] ?? action,
        Object.fromEntries(STATUSES.map((status, index) => [status, cells[index]])),
      ]),
    );
    const cellOf = (action: Action, status: Status) => {
      const { to } = TRANSITIONS[action];
      if (isAllowed(action, status)) return to === 'same' ? status : to;
      return to === status ? '=' : '';
    };
    const table = ACTIONS.map((action) => [
      action,
      Object.fromEntries(STATUSES.map((status) => [status, cellOf(action, status)])),
    ]);
    expect(documented).toEqual(Object.fromEntries(table));
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
  const context = { today: '2026-06-15', role: 'team_member', hasReceipt: true } as const;
  it('name every missing field in form order', () => {
    const empty: CheckedClaim = {
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
});
