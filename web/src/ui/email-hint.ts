import { normaliseEmail } from '@outlay/rules';
import * as texts from '#strings/ui';

export function emailHint(typed: string): string | null {
  const email = normaliseEmail(typed);
  return email === '' || email === typed ? null : texts.emailHint(email);
}
