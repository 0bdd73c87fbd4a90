import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserJson } from '@outlay/contracts';
import { api } from '#lib/api';
import { profileQuery } from '#lib/profile';
import { isActingSuperAdmin } from '#panel/super-admins';
import { ADMIN_KEY, usersQuery } from '#panel/queries';

export type EditableUser = Pick<UserJson, 'first_name' | 'last_name' | 'role' | 'status' | 'reimbursement_currency'>;

/** True for the only active super admin, who cannot be demoted or deactivated. */
export function isLastSuperAdmin(user: UserJson, users: readonly UserJson[]): boolean {
  return isActingSuperAdmin(user) && users.filter(isActingSuperAdmin).length === 1;
}

/** Expenses and invites show user names, and admins may edit themselves. */
export function useUpdateUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: EditableUser }) =>
      api('PUT /api/admin/users/{id}/role', { params: { id }, body: changes }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ADMIN_KEY }),
        queryClient.invalidateQueries(profileQuery),
      ]),
  });
}

export function useCreateResetCode() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (user: UserJson) => api('POST /api/admin/users/{id}/reset-code', { params: { id: user.id } }),
    onSuccess: ({ pending_change }) => pending_change && queryClient.invalidateQueries(usersQuery),
  });
}
