/** The assignable roles; requests may also use the legacy names (specification §6). */
export const ROLES = ['team_member', 'partner', 'super_admin'] as const;
export const LEGACY_ROLES = ['user', 'admin'] as const;
export type AssignableRole = (typeof ROLES)[number];
export type Role = AssignableRole | (typeof LEGACY_ROLES)[number];
export const ALL_ROLES: readonly Role[] = [...ROLES, ...LEGACY_ROLES];

const CANONICAL = {
  team_member: 'team_member',
  user: 'team_member',
  partner: 'partner',
  admin: 'partner',
  super_admin: 'super_admin',
} as const satisfies Record<Role, AssignableRole>;

export const ROLE_BADGES = { team_member: 'TEAM MEMBER', partner: 'PARTNER', super_admin: 'SUPER ADMIN' } as const;
export const ROLE_LABELS = { team_member: 'Team Member', partner: 'Partner', super_admin: 'Super Admin' } as const;

export function canonicalRole(role: Role): AssignableRole {
  return CANONICAL[role];
}

/** Whether a role may declare on honor that there is no receipt: partners and super admins. */
export function isPrivileged(role: Role): boolean {
  return canonicalRole(role) !== 'team_member';
}
