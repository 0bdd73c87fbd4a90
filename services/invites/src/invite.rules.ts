import { INVITE_DAYS, OutlayError } from '@outlay/contracts';
import { isEmail, normaliseEmail } from '@outlay/rules';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What decides whether an invite may be used. Instants are ISO strings in UTC, which compare as text. */
export interface InviteTerms {
  /** Null for the first invite, which is anybody's. */
  readonly email: string | null;
  readonly expiresAt: string;
  readonly usedBy: string | null;
}

/** The email an invite is made for, normalised. INVALID_INPUT for what is no email. */
export function invitedEmail(raw: string): string {
  const email = normaliseEmail(raw);
  if (email === '') throw invalid('email', 'Email is required');
  if (!isEmail(email)) throw invalid('email', 'Please enter a valid email address');
  return email;
}

/** When an invite made now ends, as an ISO instant. INVALID_INPUT outside 1 to 90 whole days (specification §5). */
export function expiryAfter(days: number, now: Date): string {
  if (!Number.isInteger(days) || days < INVITE_DAYS.min || days > INVITE_DAYS.max) {
    throw invalid(
      'expiresInDays',
      `Expiry must be a whole number of days from ${INVITE_DAYS.min} to ${INVITE_DAYS.max}`,
    );
  }
  return new Date(now.getTime() + days * DAY_MS).toISOString();
}

/**
 * Throws INVALID_INVITE, saying what is wrong, unless this email may use the invite now. Who used it already may again,
 * even after its end: their registration was cut short. `usersExist` ends the first invite, whoever holds it.
 */
export function assertRedeemable(
  invite: InviteTerms | null,
  by: { readonly email: string; readonly now: Date; readonly usersExist: boolean },
): asserts invite {
  if (invite?.usedBy === by.email) return;
  if (!invite || (invite.email === null && by.usersExist)) {
    throw refused('This invite code is not valid. Please check it or ask for a new one.');
  }
  if (invite.email !== null && invite.email !== by.email) throw refused('This invite is for another email address.');
  if (invite.usedBy !== null) throw refused('This invite has already been used.');
  if (invite.expiresAt <= by.now.toISOString()) throw refused('This invite has expired. Please ask for a new one.');
}

function refused(message: string): OutlayError {
  return new OutlayError('INVALID_INVITE', message);
}

function invalid(field: string, message: string): OutlayError {
  return new OutlayError('INVALID_INPUT', message, [{ field, message }]);
}
