import { createInviteRoute, updateUserRoute } from './index.js';

/** Calls that assign a role (R-2.1: `user` is a team member, `admin` a partner). */
const calls = {
  'an invite': (role?: string) => createInviteRoute.body.parse({ email: 'a@b.co', role }).role,
  'a user update': (role?: string) => updateUserRoute.body.parse({ role }).role,
};

describe.each(Object.entries(calls))('the role in %s', (_, roleOf) => {
  it.each([
    ['team_member', 'team_member'],
    ['user', 'team_member'],
    ['partner', 'partner'],
    ['admin', 'partner'],
    ['super_admin', 'super_admin'],
    ['auditor', 'auditor'],
  ])('%s is read as %s', (input, role) => {
    expect(roleOf(input)).toBe(role);
  });

  it.each(['superadmin', 'Admin', '', 'constructor'])('%p is rejected', (input) => {
    expect(() => roleOf(input)).toThrow('must be one of team_member, partner, super_admin, auditor');
  });
});

it('a missing role is team_member in an invite and unchanged in a user update', () => {
  expect(calls['an invite']()).toBe('team_member');
  expect(calls['a user update']()).toBeUndefined();
});
