import type { ExpenseJson, UserJson } from '@outlay/contracts';

/** True for who may act as a super admin now. */
export function isActingSuperAdmin({ role, status }: UserJson): boolean {
  return role === 'super_admin' && status === 'active';
}

/** Whose claims this reviewer may not approve, pay or correct once approved: their own, while another can be asked. */
export function barredOwnerOf(reviewerId: string, users: readonly UserJson[] | undefined): string | null {
  return users?.some((user) => user.id !== reviewerId && isActingSuperAdmin(user)) ? reviewerId : null;
}

/** An own claim can still be rejected and taken back, and be corrected until it is approved. */
export function isBarred(
  action: 'approve' | 'pay' | 'amend',
  { user_id, status }: ExpenseJson,
  barredOwner: string | null,
): boolean {
  return user_id === barredOwner && (action !== 'amend' || status === 'approved');
}
