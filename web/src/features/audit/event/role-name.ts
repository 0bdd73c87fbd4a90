import { ALL_ROLES, canonicalRole, ROLE_LABELS } from '@outlay/rules';

/** Events name roles as they were stored; the product itself acts in none. */
export function roleName(stored: string): string {
  const role = ALL_ROLES.find((known) => known === stored);
  return role ? ROLE_LABELS[canonicalRole(role)] : stored;
}
