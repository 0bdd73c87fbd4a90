import { useMutation } from '@tanstack/react-query';
import { isLongEnough, passwordMessages } from '@outlay/rules';
import * as texts from '#strings/settings';
import { api } from '#lib/api';
import { hasStatus, messageOf } from '#lib/errors';
import { setToken } from '#lib/session';

export interface PasswordForm {
  currentPassword: string;
  newPassword: string;
  confirmation: string;
}

/** Why the form cannot be sent, or null. */
export function passwordProblem({ currentPassword, newPassword, confirmation }: PasswordForm): string | null {
  if (!currentPassword || !newPassword || !confirmation) return texts.incomplete;
  if (newPassword !== confirmation) return texts.mismatch;
  return isLongEnough(newPassword) ? null : passwordMessages.changedTooShort;
}

/** A 400 shows the server's message, other errors a general one. */
export function passwordFailure(error: unknown): string {
  return hasStatus(error, 400) ? messageOf(error, texts.currentInvalid) : texts.updateFailed;
}

/** Changing the password ends all sessions; this one continues with the returned token. */
export function useChangePassword() {
  return useMutation({
    mutationFn: ({ currentPassword, newPassword }: PasswordForm) =>
      api('PUT /api/auth/password', { body: { currentPassword, newPassword } }),
    onSuccess: ({ token }) => setToken(token),
  });
}
