import type { Invite } from './invite.js';
import { assertRedeemable, expiryAfter, parseInvitedEmail, type Redemption } from './invite.rules.js';

const now = new Date('2026-06-15T10:00:00.000Z');
const invite: Invite = {
  email: 'ann@example.com',
  role: 'super_admin',
  createdAt: '2026-06-15T10:00:00.000Z',
  expiresAt: '2026-06-29T10:00:00.000Z',
  createdBy: 'admin',
  usedAt: null,
  usedBy: null,
  confirmation: null,
};
const first = { ...invite, email: null };
const ann: Redemption = {
  email: 'ann@example.com',
  now,
  usersExist: true,
  isBacked: true,
  needsConfirmation: false,
};

describe('an invite', () => {
  it.each<[string, Invite | null, Partial<Redemption>, string]>([
    ['an unknown token', null, {}, 'This invite code is not valid. Please check it or ask for a new one.'],
    ['another email', invite, { email: 'bob@example.com' }, 'This invite is for another email address.'],
    [
      'another email after it was redeemed',
      { ...first, usedBy: 'bob@example.com' },
      { usersExist: false },
      'This invite has already been used.',
    ],
    [
      'the instant at which it expires',
      invite,
      { now: new Date(invite.expiresAt) },
      'This invite has expired. Please ask for a new one.',
    ],
    [
      'the first invite once there are users',
      first,
      {},
      'This invite code is not valid. Please check it or ask for a new one.',
    ],
    ['a maker who left', invite, { isBacked: false }, 'This invite is no longer valid. Please ask for a new one.'],
    [
      'somebody to whom it was revoked',
      { ...invite, revokedBy: 'admin@example.com' },
      {},
      'This invite code is not valid. Please check it or ask for a new one.',
    ],
    [
      'an invite of the only super admin once there are two',
      invite,
      { needsConfirmation: true },
      'This invite waits until another super admin confirms it. Please try again later.',
    ],
  ])('is rejected for %s', (_, terms, by, message) => {
    expect(() => assertRedeemable(terms, { ...ann, ...by })).toThrow(
      expect.objectContaining({ code: 'INVALID_INVITE', message }),
    );
  });

  it.each<[string, Invite, Partial<Redemption>]>([
    ['its email', invite, {}],
    ['its email a millisecond before it expires', invite, { now: new Date(Date.parse(invite.expiresAt) - 1) }],
    ['an invite that was confirmed', { ...invite, isConfirmed: true }, { needsConfirmation: true }],
    ['an invite of others than super admins', { ...invite, role: 'partner' }, { needsConfirmation: true }],
    ['any email as long as there are no users', first, { usersExist: false }],
    [
      'the email that redeemed it, even after it expires',
      { ...invite, usedBy: ann.email },
      { now: new Date('2030-01-01') },
    ],
    ['the email that redeemed the first invite', { ...first, usedBy: ann.email }, {}],
  ])('is accepted for %s', (_, terms, by) => {
    expect(() => assertRedeemable(terms, { ...ann, ...by })).not.toThrow();
  });
});

describe('the email of an invite', () => {
  it('is trimmed and lower-cased', () => expect(parseInvitedEmail('  Ann@Example.COM ')).toBe('ann@example.com'));

  it.each([
    ['', 'Email is required'],
    ['   ', 'Email is required'],
    ['ann', 'Please enter a valid email address'],
  ])('is rejected if it is %p', (email, message) => {
    expect(() => parseInvitedEmail(email)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', message }));
  });
});

describe('the expiry of an invite', () => {
  it('is a number of 24-hour days from now', () => expect(expiryAfter(90, now)).toBe('2026-09-13T10:00:00.000Z'));

  it.each([0, 91, 1.5, NaN, -1])('rejects %p days', (days) => {
    expect(() => expiryAfter(days, now)).toThrow('Expiry must be a whole number of days from 1 to 90');
  });
});
