/** The assignable roles; requests may also use the legacy names. */
export const ROLES = ['team_member', 'partner', 'super_admin', 'auditor'] as const;
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
  auditor: 'auditor',
} as const satisfies Record<Role, AssignableRole>;

export const ROLE_BADGES = {
  team_member: 'TEAM MEMBER',
  partner: 'PARTNER',
  super_admin: 'SUPER ADMIN',
  auditor: 'AUDITOR',
} as const;
export const ROLE_LABELS = {
  team_member: 'Team Member',
  partner: 'Partner',
  super_admin: 'Super Admin',
  auditor: 'Auditor',
} as const;

export function canonicalRole(role: Role): AssignableRole {
  return CANONICAL[role];
}

/** Whether a role may declare on honor that there is no receipt: partners and super admins. */
export function isPrivileged(role: Role): boolean {
  return role !== 'auditor' && canonicalRole(role) !== 'team_member';
}

/** Whether a role may read what all users have: super admins and auditors. */
export function readsAll(role: Role): boolean {
  return role === 'super_admin' || role === 'auditor';
}

/** Whether a role may have claims of its own. An auditor reads everything and changes nothing. */
export function maySubmit(role: Role): boolean {
  return role !== 'auditor';
}
