import { isStrongPassword, normaliseEmail, passwordMessages } from '@outlay/rules';
import { api } from '../../../lib/api';

export interface ResetForm {
  email: string;
  code: string;
  newPassword: string;
  confirmation: string;
}

/** What keeps the form from being sent (specification §5), or null. */
export function resetProblem({ email, code, newPassword, confirmation }: ResetForm): string | null {
  if (!email.trim() || !code.trim() || !newPassword) return 'Email, code, and new password are required';
  if (!/^\d{6}$/.test(code.trim())) return 'Code must be 6 digits';
  if (newPassword !== confirmation) return 'Passwords do not match';
  return isStrongPassword(newPassword) ? null : passwordMessages.weak;
}

/** Sets a new password with an admin's code. Answers what to tell the person. */
export async function resetPassword({ email, code, newPassword }: ResetForm): Promise<string> {
  const { message } = await api('POST /api/auth/reset-password-with-code', {
    body: { email: normaliseEmail(email), code: code.trim(), newPassword },
  });
  return message || 'Password has been reset. You can now sign in.';
}
