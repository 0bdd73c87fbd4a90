import { currencyMessages, passwordMessages, vatMessages } from '@outlay/rules';
import {
  addTripRoute,
  amendExpenseRoute,
  changePasswordRoute,
  createExpenseRoute,
  createInviteRoute,
  createOnBehalfRoute,
  loginRoute,
  payExpensesRoute,
  registerRoute,
  rejectExpenseRoute,
  resetPasswordRoute,
  revertExpenseRoute,
  updateUserRoute,
  type Route,
} from './index.js';

type Body = Readonly<Record<string, unknown>>;

/** Accepted bodies; the tests change one field of them. */
const person = { email: 'mia@example.org', password: 'Abcdefg1!x' };
const registration = { ...person, first_name: 'Mia', last_name: 'Tester', invite_token: 't' };
const reset = { email: person.email, code: '123456', newPassword: person.password };
const change = { currentPassword: 'old', newPassword: 'sixsix' };
const claim = { status: 'submitted', date: '2026-03-02', amount: '12.50', currency: 'EUR' };
const onBehalf = {
  user_id: 'mia',
  date: '2026-03-02',
  category: 'Meals',
  justification: 'Forgotten lunch',
  amount: '12.50',
  currency: 'EUR',
};
const trip = { name: 'Nairobi', currency: 'KES', first_day: '2026-03-16', last_day: '2026-03-20' };
const payment = { expense_ids: ['EXP-1'], user_name: 'Mia Tester' };
const rejection = { admin_notes: 'Unreadable' };

function messageOf({ body }: Route, sent: Body): string | null {
  return body?.safeParse(sent).error?.issues[0]?.message ?? null;
}

const incomplete = 'Email, code, and new password are required';
const noAmount = 'Amount must be greater than 0, with at most two decimals.';
const amounts = [0, '0', -1, '-1', '0.001', '1,5', 'abc', '1e2'].map((amount) => ({ amount }));
const currencies = ['EU', 'EURO', 'E1R', 'ABC', 'BTC', 'OTHER', ''];

describe('a body is refused', () => {
  it.each<[string, string, Route, Body, readonly unknown[], message: string | null]>([
    ['a login (R-3.2)', 'email', loginRoute, person, [undefined, '  '], 'Email is required'],
    ['a login (R-3.2)', 'password', loginRoute, person, [undefined, ''], 'Password is required'],
    ['a reset (R-3.7)', 'email', resetPasswordRoute, reset, [undefined, '', null], incomplete],
    ['a reset (R-3.7)', 'code', resetPasswordRoute, reset, [undefined, '', null], incomplete],
    ['a reset (R-3.7)', 'newPassword', resetPasswordRoute, reset, [undefined, '', null], incomplete],
    ['a reset (R-3.5)', 'newPassword', resetPasswordRoute, reset, ['Abcdef1!x'], passwordMessages.weak],
    [
      'a reset (R-3.6)',
      'code',
      resetPasswordRoute,
      reset,
      ['12345', '1234567', '12345a', '12 456', '-12345', '١٢٣٤٥٦'],
      'Code must be 6 digits',
    ],
    ['a registration', 'email', registerRoute, registration, [undefined, '', '  ', null], 'Email is required'],
    ['a registration', 'first_name', registerRoute, registration, [undefined, '', ' ', null], 'First name is required'],
    ['a registration', 'last_name', registerRoute, registration, [undefined, '', ' ', null], 'Last name is required'],
    [
      'a registration (R-3.4)',
      'invite_token',
      registerRoute,
      registration,
      [undefined, '', '  ', null],
      'Invite code is required.',
    ],
    ['a registration (R-3.5)', 'password', registerRoute, registration, ['Abcdef1!x'], passwordMessages.weak],
    ['a registration (R-1.2)', 'reimbursement_currency', registerRoute, registration, ['GBP'], null],
    ['a change (R-3.8)', 'newPassword', changePasswordRoute, change, ['fives'], passwordMessages.changedTooShort],
    ['a change (R-3.8)', 'newPassword', changePasswordRoute, change, [undefined], null],
    ['a change (R-3.8)', 'currentPassword', changePasswordRoute, change, [undefined, ''], null],
    ['a user', 'first_name', updateUserRoute, {}, [' '], 'First name is required'],
    ['a user', 'first_name', updateUserRoute, {}, [{ $ne: null }], null],
    ['a user', 'last_name', updateUserRoute, {}, [''], 'Last name is required'],
    ['a user', 'role', updateUserRoute, {}, ['owner', null], null],
    ['a user', 'status', updateUserRoute, {}, ['deleted'], null],
    ['a user', 'reimbursement_currency', updateUserRoute, {}, ['GBP'], null],
    ['an invite', 'email', createInviteRoute, person, [undefined, '', '  ', null], 'Email is required'],
    ['an invite', 'email', createInviteRoute, person, ['nobody', 'a@b', 'a b@example.org', { $ne: null }], null],
    ['an invite (R-3.3)', 'expires_in_days', createInviteRoute, person, [0, '0', 91, -1, 1.5, 'soon', true], null],
    [
      'a claim (R-4.3)',
      'date',
      createExpenseRoute,
      claim,
      ['2026-02-30', '2026-13-01', '31.01.2026', '2026-1-1'],
      null,
    ],
    ['a claim (R-4.3)', 'date', createExpenseRoute, claim, ['yesterday', '2026-01-01T00:00:00Z'], null],
    ['a claim (R-4.6)', 'currency', createExpenseRoute, claim, ['ABC', 'BTC', 'EURO', 'E'], currencyMessages.invalid],
    [
      'a claim in another currency (R-4.6)',
      'currency_other',
      createExpenseRoute,
      { ...claim, currency: 'OTHER', currency_other: 'SEK' },
      ['', 'JP', 'JPYE', 'J1Y', 'J-Y', 'ÄÖÜ', 'OTHER', null],
      currencyMessages.invalid,
    ],
    [
      'a claim (R-4.8)',
      'vat_amount',
      createExpenseRoute,
      claim,
      ['-0.01', 'abc', '1,5', '0.001', '1e2'],
      vatMessages.invalid,
    ],
    ['a claim (R-4.11)', 'no_receipt', createExpenseRoute, claim, ['perhaps'], null],
    ['a claim (R-13.1)', 'justification', createExpenseRoute, claim, ['x'.repeat(2001)], null],
    ['a correction (R-4.5)', 'original', amendExpenseRoute, {}, amounts, noAmount],
    [
      'a correction (R-4.6)',
      'original',
      amendExpenseRoute,
      {},
      currencies.map((currency) => ({ currency })),
      currencyMessages.invalid,
    ],
    ['a correction (R-4.13)', 'original', amendExpenseRoute, {}, [{ date: '2026-02-30' }, { amount: null }, []], null],
    [
      'a correction (R-5.8)',
      'reimbursement',
      amendExpenseRoute,
      {},
      amounts.map(({ amount }) => ({ amount, reason: 'Agreed' })),
      noAmount,
    ],
    [
      'a correction (R-5.8)',
      'reimbursement',
      amendExpenseRoute,
      {},
      [{ amount: 5 }, { amount: 5, reason: null }],
      null,
    ],
    [
      'a correction (R-4.13)',
      'metadata',
      amendExpenseRoute,
      {},
      [{ category: ' ' }, { justification: '' }, 'all'],
      null,
    ],
    ['a correction (R-4.13)', 'metadata', amendExpenseRoute, {}, [{ classification: 'banana' }], null],
    ['a correction (R-4.8)', 'metadata', amendExpenseRoute, {}, [{ vat_amount: -1 }, { vat_amount: 'abc' }], null],
    ['a correction (R-4.13)', 'clear_override', amendExpenseRoute, {}, ['perhaps'], null],
    ['a claim on behalf (R-4.12)', 'user_id', createOnBehalfRoute, onBehalf, [undefined, ' '], null],
    ['a claim on behalf (R-4.12)', 'status', createOnBehalfRoute, onBehalf, ['draft', 'approved', 'paid'], null],
    ['a claim on behalf (R-4.12)', 'category', createOnBehalfRoute, onBehalf, [''], null],
    ['a claim on behalf (R-4.12)', 'justification', createOnBehalfRoute, onBehalf, [undefined, '  '], null],
    ['a claim on behalf (R-4.12)', 'amount', createOnBehalfRoute, onBehalf, [undefined, 0, '-1', 'abc'], null],
    ['a claim on behalf (R-4.6)', 'currency', createOnBehalfRoute, onBehalf, currencies, currencyMessages.invalid],
    ['a claim on behalf (R-4.8)', 'vat_amount', createOnBehalfRoute, onBehalf, ['abc', -1], null],
    ['a claim on behalf (R-4.12)', 'classification', createOnBehalfRoute, onBehalf, ['banana'], null],
    ['a claim on behalf (R-4.12)', 'no_receipt', createOnBehalfRoute, onBehalf, ['perhaps'], null],
    ['a claim', 'trip', createExpenseRoute, claim, ['x'.repeat(61)], 'must be at most 60 characters long'],
    ['a trip', 'name', addTripRoute, trip, ['x'.repeat(61)], 'must be at most 60 characters long'],
    ['a trip', 'name', addTripRoute, trip, ['\u200b'], 'Name is required'],
    ['a trip', 'currency', addTripRoute, trip, ['XYZ'], currencyMessages.invalid],
    ['a trip', 'first_day', addTripRoute, trip, ['2026-02-30'], 'must be a date (YYYY-MM-DD)'],
    [
      'a rejection (R-6.4)',
      'admin_notes',
      rejectExpenseRoute,
      rejection,
      [undefined, '', ' \n ', null],
      'Please provide a reason for rejection',
    ],
    [
      'a payment (R-8.1)',
      'expense_ids',
      payExpensesRoute,
      payment,
      [undefined, [], null, 'all'],
      'Select a user with approved expenses first',
    ],
    [
      'a payment (R-8.1)',
      'user_name',
      payExpensesRoute,
      payment,
      [undefined, '', '  ', null],
      'Unable to resolve user name for bulk payment',
    ],
  ])('of %s for its %s', (_, field, route, accepted, values, message) => {
    expect(messageOf(route, accepted)).toBeNull();
    const expected: unknown = message ?? expect.any(String);
    for (const value of values) {
      expect([field, value, messageOf(route, { ...accepted, [field]: value })]).toEqual([field, value, expected]);
    }
  });
});

describe('a body is read', () => {
  it.each<[unknown, number]>([
    [undefined, 14],
    ['', 14],
    [null, 14],
    [1, 1],
    ['1', 1],
    [90, 90],
    ['90', 90],
  ])('an invite of %j days as one of %d (R-3.3)', (expires_in_days, days) => {
    expect(createInviteRoute.body.parse({ ...person, expires_in_days }).expires_in_days).toBe(days);
  });

  it('a registration without a reimbursement currency as one in EUR (R-1.2)', () => {
    expect(registerRoute.body.parse(registration).reimbursement_currency).toBe('EUR');
    const dollars = { ...registration, reimbursement_currency: 'USD' };
    expect(registerRoute.body.parse(dollars).reimbursement_currency).toBe('USD');
  });

  it.each(['0', '0.01', '0.10', '7', '12.3', ' 5.00 ', '999999999999.99'])('a claim of %j (R-4.5)', (amount) => {
    expect(Number(createExpenseRoute.body.parse({ ...claim, amount }).details.amount)).toBe(Number(amount));
  });

  it('a currency in any case (R-4.6)', () => {
    const currencyOf = (over: Body) => createExpenseRoute.body.parse({ ...claim, ...over }).details.currency;
    expect(currencyOf({ currency: 'gbp' })).toBe('GBP');
    expect(currencyOf({ currency: 'OTHER', currency_other: ' sek ' })).toBe('SEK');
  });

  it('a classification in the words of before (R-4.7)', () => {
    expect(createExpenseRoute.body.parse({ ...claim, classification: 'Mix / Unknown' }).details.classification).toBe(
      'mix',
    );
  });

  it('a claim without any of its fields, and with a justification of the longest length', () => {
    const { details } = createExpenseRoute.body.parse({ status: 'draft', date: null, amount: '', currency: ' ' });
    expect(details).toMatchObject({ date: null, category: null, amount: null, currency: null, vatAmount: null });
    expect(messageOf(createExpenseRoute, { ...claim, justification: 'x'.repeat(2000) })).toBeNull();
  });

  it('a claim on behalf without what is optional, and without rates, which the server computes', () => {
    const rates = { exchange_rate: '9', fetched_exchange_rate: '9', reimbursement_amount: '999' };
    const { details } = createOnBehalfRoute.body.parse({ ...onBehalf, ...rates, classification: null });
    expect(Object.values(details)).not.toContain('9');
    expect(details).toMatchObject({ classification: null, vatAmount: null, noReceipt: false });
  });

  it('a correction with only what was sent', () => {
    const { original, metadata, reimbursement } = amendExpenseRoute.body.parse({ metadata: { classification: null } });
    expect([original, reimbursement]).toEqual([null, null]);
    expect(JSON.parse(JSON.stringify(metadata))).toEqual({ classification: null });
  });

  it('a correction that clears an override, beside the figures or among them', () => {
    for (const sent of [{ clear_override: true }, { original: { clear_override: true } }]) {
      expect(amendExpenseRoute.body.parse(sent).clearOverride).toBe(true);
    }
  });

  it('a reversal with a note or without one (R-6.3)', () => {
    for (const sent of [{}, { admin_notes: 'A word about this' }, { admin_notes: null }]) {
      expect(messageOf(revertExpenseRoute, sent)).toBeNull();
    }
  });
});
