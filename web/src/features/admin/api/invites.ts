import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isEmail, normaliseEmail, type AssignableRole } from '@outlay/rules';
import { api } from '../../../lib/api';
import { invitesQuery } from './admin-queries';

/** The contract's limits (specification §9), spelled out so that the form needs none of its schemas. */
export const INVITE_DAYS = { min: 1, max: 90, default: 14 } as const;

export interface InviteForm {
  readonly email: string;
  readonly role: AssignableRole;
  /** As typed; empty is the default. */
  readonly days: string;
}

/** What keeps the form from being sent, field by field (specification §5). */
export function inviteProblems({ email, days }: InviteForm): { email: string | null; days: string | null } {
  const typed = normaliseEmail(email);
  const count = Number(days || INVITE_DAYS.default);
  const isInRange = Number.isInteger(count) && count >= INVITE_DAYS.min && count <= INVITE_DAYS.max;
  return {
    email: !typed ? 'Email is required' : isEmail(typed) ? null : 'Please enter a valid email address',
    days: isInRange ? null : `Expiry must be a whole number of days from ${INVITE_DAYS.min} to ${INVITE_DAYS.max}`,
  };
}

export function useCreateInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ email, role, days }: InviteForm) =>
      api('POST /api/auth/invites', {
        body: { email: normaliseEmail(email), role, expires_in_days: Number(days || INVITE_DAYS.default) },
      }),
    onSuccess: () => queryClient.invalidateQueries(invitesQuery),
  });
}

/** The link an invited person registers by. */
export function inviteLink(token: string): string {
  return `${window.location.origin}/register?invite=${encodeURIComponent(token)}`;
}
