import {
  assertChangedPassword,
  assertStrongPassword,
  givenName,
  losesSuperAdmin,
  toUserView,
  userEmail,
} from './user.rules.js';
import type { UserChange, UserRow } from './user.rules.js';

const admin: UserRow = {
  _id: 'u-1',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  role: 'super_admin',
  status: 'active',
  reimbursementCurrency: 'EUR',
  passwordHash: 'secret-hash',
  tokenVersion: 3,
  rosterRevision: 7,
  createdAt: '2026-06-15T10:00:00.000Z',
};

describe('a user as others see them', () => {
  it('carries nothing secret', () => {
    expect(Object.keys(toUserView(admin)).sort()).toEqual(
      ['createdAt', 'email', 'firstName', 'id', 'lastName', 'reimbursementCurrency', 'role', 'status'].sort(),
    );
  });

  it.each([
    ['user', 'team_member'],
    ['admin', 'partner'],
  ] as const)('has the legacy role %s by its present name', (role, name) => {
    expect(toUserView({ ...admin, role }).role).toBe(name);
  });
});

describe('a change takes a super admin away', () => {
  it.each<[boolean, Partial<UserRow>, UserChange]>([
    [true, {}, { role: 'partner' }],
    [true, {}, { status: 'inactive' }],
    [true, {}, { role: 'super_admin', status: 'inactive' }],
    [false, {}, { firstName: 'Anna' }],
    [false, {}, { role: 'super_admin', status: 'active' }],
    [false, { status: 'inactive' }, { role: 'partner' }],
    [false, { role: 'partner' }, { status: 'inactive' }],
    [false, { role: 'admin' }, { role: 'team_member' }],
  ])('%p: %p becomes %p', (loses, before, change) => {
    expect(losesSuperAdmin({ ...admin, ...before }, change)).toBe(loses);
  });
});

describe('what a person types', () => {
  it('is trimmed, an email lower-cased', () => {
    expect(givenName('  Ann ', 'First name')).toBe('Ann');
    expect(userEmail(' Ann@Example.COM ')).toBe('ann@example.com');
  });

  it.each([
    [() => givenName('  ', 'Last name'), 'Last name is required'],
    [() => userEmail('ann'), 'Please enter a valid email address'],
    [() => assertStrongPassword('Short-1'), 'Password does not meet strength requirements.'],
    [() => assertStrongPassword('nouppercase-1'), 'Password does not meet strength requirements.'],
    [() => assertChangedPassword('12345'), 'New password must be at least 6 characters'],
  ])('is refused where it cannot be taken (%#)', (check, message) => {
    expect(check).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', message }));
  });

  it('may be a password at the limit', () => {
    expect(() => assertStrongPassword('Abcdefg-1x')).not.toThrow();
    expect(() => assertChangedPassword('123456')).not.toThrow();
  });
});
