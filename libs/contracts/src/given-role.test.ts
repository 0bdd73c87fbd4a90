import { createInviteRoute, updateUserRoute } from './index.js';

/** Calls that give somebody a role (specification §6: `user` is a team member, `admin` a partner). */
const calls = {
  'an invite': (role?: string) => createInviteRoute.body.parse({ email: 'a@b.co', role }).role,
  'a change of a user': (role?: string) => updateUserRoute.body.parse({ role }).role,
};

describe.each(Object.entries(calls))('the role in %s', (_, roleOf) => {
  it.each([
    ['team_member', 'team_member'],
    ['user', 'team_member'],
    ['partner', 'partner'],
    ['admin', 'partner'],
    ['super_admin', 'super_admin'],
  ])('%s is %s', (given, role) => {
    expect(roleOf(given)).toBe(role);
  });

  it.each(['superadmin', 'Admin', '', 'constructor'])('%p is refused', (given) => {
    expect(() => roleOf(given)).toThrow('must be one of team_member, partner, super_admin');
  });
});

it('left open, is team_member in an invite and untouched in a change', () => {
  expect(calls['an invite']()).toBe('team_member');
  expect(calls['a change of a user']()).toBeUndefined();
});
