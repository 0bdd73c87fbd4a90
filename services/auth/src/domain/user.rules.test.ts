import type { UserChange } from './decide-account.js';
import {
  assertLongEnoughPassword,
  assertStrongPassword,
  parseName,
  removesActiveSuperAdmin,
  toUserView,
  parseEmail,
} from './user.rules.js';
import type { UserRow } from './user.rules.js';

const admin: UserRow = {
  _id: 'u-1',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  role: 'super_admin',
  status: 'active',
  reimbursementCurrency: 'EUR',
  tokenVersion: 3,
  revision: 7,
  pendingChange: null,
  notices: [],
  createdAt: '2026-06-15T10:00:00.000Z',
};

describe('the view of a user', () => {
  it('contains no secrets', () => {
    expect(Object.keys(toUserView(admin)).sort()).toEqual(
      ['createdAt', 'email', 'firstName', 'id', 'lastName', 'reimbursementCurrency', 'role', 'status'].sort(),
    );
  });
});

describe('whether a change removes an active super admin', () => {
  it.each<[boolean, Partial<UserRow>, UserChange]>([
    [true, {}, { role: 'partner' }],
    [true, {}, { status: 'inactive' }],
    [true, {}, { role: 'super_admin', status: 'inactive' }],
    [false, {}, { firstName: 'Anna' }],
    [false, {}, { role: 'super_admin', status: 'active' }],
    [false, { status: 'inactive' }, { role: 'partner' }],
    [false, { role: 'partner' }, { status: 'inactive' }],
  ])('is %p for %p changed by %p', (removes, before, change) => {
    expect(removesActiveSuperAdmin({ ...admin, ...before }, change)).toBe(removes);
  });
});

describe('user input', () => {
  it('is trimmed, and an email is lower-cased', () => {
    expect(parseName('  Ann ', 'First name')).toBe('Ann');
    expect(parseEmail(' Ann@Example.COM ')).toBe('ann@example.com');
  });

  it.each([
    [() => parseName('  ', 'Last name'), 'Last name', 'Last name is required'],
    [() => parseEmail('ann'), 'email', 'Please enter a valid email address'],
    [() => assertStrongPassword('Short-1'), 'password', 'Password does not meet strength requirements.'],
    [() => assertStrongPassword('nouppercase-1'), 'password', 'Password does not meet strength requirements.'],
    [() => assertLongEnoughPassword('12345'), 'newPassword', 'New password must be at least 6 characters'],
  ])('is rejected if invalid (%#)', (check, field, message) => {
    const error = { code: 'INVALID_INPUT', message, details: [{ field, message }] };
    expect(check).toThrow(expect.objectContaining(error));
  });

  it('may be a password of minimum length', () => {
    expect(() => assertStrongPassword('Abcdefg-1x')).not.toThrow();
    expect(() => assertLongEnoughPassword('123456')).not.toThrow();
  });
});
