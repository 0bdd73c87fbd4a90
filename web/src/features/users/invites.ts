import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isBlank, isEmail, normaliseEmail, parseWholeNumber, type AssignableRole } from '@outlay/rules';
import * as texts from '#strings/users';
import { api } from '#lib/api';
import { logged } from '#lib/log';
import { useIdempotencyKeys } from '#lib/idempotency-keys';
import { ADMIN_KEY } from '#panel/queries';

export const invitesQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'invites'],
  queryFn: ({ signal }) =>
    logged('The invites could not be fetched', signal, api('GET /api/admin/invites', { signal })),
});

/** The contract's limits, repeated to keep its schemas out of the bundle. */
export const INVITE_DAYS = { min: 1, max: 90, default: 14 } as const;

export interface InviteForm {
  readonly email: string;
  readonly role: AssignableRole;
  readonly days: string;
}

/** The form's problem per field. */
export function inviteProblems({ email, days }: InviteForm): { email: string | null; days: string | null } {
  const typed = normaliseEmail(email);
  const count = daysOf(days);
  const isInRange = count !== null && count >= INVITE_DAYS.min && count <= INVITE_DAYS.max;
  return {
    email: !typed ? texts.emailRequired : isEmail(typed) ? null : texts.emailInvalid,
    days: isInRange ? null : texts.daysInvalid(INVITE_DAYS.min, INVITE_DAYS.max),
  };
}

function daysOf(typed: string): number | null {
  return isBlank(typed) ? INVITE_DAYS.default : parseWholeNumber(typed);
}

export function useCreateInvite() {
  const queryClient = useQueryClient();
  const { keyFor, reset } = useIdempotencyKeys();
  return useMutation({
    mutationFn: ({ email, role, days }: InviteForm) => {
      const body = { email: normaliseEmail(email), role, expires_in_days: daysOf(days) ?? INVITE_DAYS.default };
      return api('POST /api/auth/invites', { body, idempotencyKey: keyFor(JSON.stringify(body)) });
    },
    onSuccess: () => {
      reset();
      return queryClient.invalidateQueries(invitesQuery);
    },
  });
}

/** Fills in the code, and the email that the invite is for. */
export function inviteLink({ token, email }: { token: string; email: string | null }): string {
  const search = new URLSearchParams({ invite: token, ...(email && { email }) });
  return `${window.location.origin}/register?${search.toString()}`;
}
