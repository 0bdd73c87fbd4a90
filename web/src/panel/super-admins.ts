import type { ExpenseJson, UserJson } from '@outlay/contracts';

export function isActingSuperAdmin({ role, status }: UserJson): boolean {
  return role === 'super_admin' && status === 'active';
}

/** The owner whose claims the reviewer may not decide: themselves, if another super admin is active; else null. */
export function barredOwnerOf(reviewerId: string, users: readonly UserJson[] | undefined): string | null {
  return users?.some((user) => user.id !== reviewerId && isActingSuperAdmin(user)) ? reviewerId : null;
}

/** A reviewer may still reject and revert their own claims, and amend them until approval. */
export function isBarred(
  action: 'approve' | 'pay' | 'amend',
  { user_id, status }: ExpenseJson,
  barredOwner: string | null,
): boolean {
  return user_id === barredOwner && (action !== 'amend' || status === 'approved');
}
