import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InviteJson, ManagedUserJson, PendingAnswer } from '@outlay/contracts';
import { ROLE_LABELS } from '@outlay/rules';
import * as texts from '#strings/users';
import { api } from '#lib/api';
import { profileQuery } from '#lib/profile';
import { ADMIN_KEY } from '#panel/queries';
import { nameOf } from '#panel/user-name';

/** A change that another super admin than the asker must confirm. */
export interface Waiting {
  readonly id: string;
  /** Null for an invite. */
  readonly user: ManagedUserJson | null;
  readonly whom: string;
  readonly what: readonly string[];
  readonly by: { readonly id: string; readonly email: string };
  readonly at: string;
}

export function waitingOf(users: readonly ManagedUserJson[], invites: readonly InviteJson[]): Waiting[] {
  return [...users.flatMap(waitingChange), ...invites.flatMap(waitingInvite)].sort((a, b) => a.at.localeCompare(b.at));
}

function waitingChange(user: ManagedUserJson): Waiting[] {
  const { pending_change: change } = user;
  if (!change) return [];
  const { role, status, requested_by_id: id, requested_by_email: email, requested_at: at } = change;
  const what = [
    change.action === 'reset_code' && texts.askedCode,
    role && texts.askedRole(ROLE_LABELS[user.role], ROLE_LABELS[role]),
    status && (status === 'active' ? texts.askedActivation : texts.askedDeactivation),
  ].filter((text) => typeof text === 'string');
  return [{ id: change.id, user, whom: `${nameOf(user)}, ${user.email}`, what, by: { id, email }, at }];
}

function waitingInvite({ id, email, role, confirmation }: InviteJson): Waiting[] {
  if (confirmation?.status !== 'waiting') return [];
  const by = { id: confirmation.requested_by_id, email: confirmation.requested_by_email };
  const what = [texts.askedInvite(ROLE_LABELS[role])];
  return [{ id, user: null, whom: email, what, by, at: confirmation.requested_at }];
}

/** Somebody else may have answered meanwhile, and the person concerned may be the one who answers. */
export function useAnswer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ waiting: { id, user }, answer }: { waiting: Waiting; answer: PendingAnswer }) => {
      if (!user) {
        await api('PUT /api/admin/invites/{id}/confirmation', { params: { id }, body: { answer } });
        return null;
      }
      const body = { change_id: id, answer };
      const reply = await api('PUT /api/admin/users/{id}/pending-change', { params: { id: user.id }, body });
      const { reset_code, expires_in_seconds = 0 } = reply;
      return reset_code === undefined ? null : { user, code: { reset_code, expires_in_seconds } };
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ADMIN_KEY }),
        queryClient.invalidateQueries(profileQuery),
      ]),
  });
}
