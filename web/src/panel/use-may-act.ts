import { useProfile } from '#lib/profile';

/** Auditors see the panel without its actions. */
export function useMayAct(): boolean {
  return useProfile().role === 'super_admin';
}
