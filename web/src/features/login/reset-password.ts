import { isBlank, isStrongPassword, normaliseEmail, passwordMessages } from '@outlay/rules';
import * as texts from '#strings/login';
import { api } from '#lib/api';

export interface ResetForm {
  email: string;
  code: string;
  newPassword: string;
  confirmation: string;
}

/** Why the form cannot be sent, or null. */
export function resetProblem({ email, code, newPassword, confirmation }: ResetForm): string | null {
  if (isBlank(email) || isBlank(code) || !newPassword) return texts.incomplete;
  if (!/^\d{6}$/.test(code.trim())) return texts.codeInvalid;
  if (newPassword !== confirmation) return texts.mismatch;
  return isStrongPassword(newPassword) ? null : passwordMessages.weak;
}

export async function resetPassword({ email, code, newPassword }: ResetForm): Promise<string> {
  const { message } = await api('POST /api/auth/reset-password-with-code', {
    body: { email: normaliseEmail(email), code: code.trim(), newPassword },
  });
  return message || texts.done;
}
