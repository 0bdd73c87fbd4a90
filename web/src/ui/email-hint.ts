import { normaliseEmail } from '@outlay/rules';
import * as texts from '#strings/ui';

/** Tells that a typed email will be used in another form; null where it is used as it stands. */
export function emailHint(typed: string): string | null {
  const email = normaliseEmail(typed);
  return email === '' || email === typed ? null : texts.emailHint(email);
}
