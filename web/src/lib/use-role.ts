import { isPrivileged } from '@outlay/rules';
import { tokenRole } from './session';

/** The role in the stored token. It decides which fields a form offers; the server decides what is allowed. */
export function useRole() {
  const role = tokenRole();
  return { role, isPrivileged: isPrivileged(role), isSuperAdmin: role === 'super_admin' };
}
