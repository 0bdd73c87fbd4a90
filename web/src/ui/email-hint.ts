import { normaliseEmail } from '@outlay/rules';
import * as texts from '#strings/ui';

/** A hint if the email will be normalised; null if it stays unchanged. */
export function emailHint(typed: string): string | null {
  const email = normaliseEmail(typed);
  return email === '' || email === typed ? null : texts.emailHint(email);
}
