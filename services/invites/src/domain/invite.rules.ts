import { INVITE_DAYS, inviteWaits, OutlayError } from '@outlay/contracts';
import { isEmail, normaliseEmail } from '@outlay/rules';
import { isUnconfirmed, type Invite } from './invite.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface Redemption {
  readonly email: string;
  readonly now: Date;
  readonly usersExist: boolean;
  /** Whether the maker of the invite still has the role, and is active. */
  readonly isBacked: boolean;
  /** Whether another super admin must have confirmed an invite to be one. */
  readonly needsConfirmation: boolean;
}

export const alreadyUsed = 'This invite has already been used.';

export function parseInvitedEmail(raw: string): string {
  const email = normaliseEmail(raw);
  if (email === '') throw invalid('email', 'Email is required');
  if (!isEmail(email)) throw invalid('email', 'Please enter a valid email address');
  return email;
}

/** The limits are those of. */
export function expiryAfter(days: number, now: Date): string {
  if (!Number.isInteger(days) || days < INVITE_DAYS.min || days > INVITE_DAYS.max) {
    throw invalid(
      'expiresInDays',
      `Expiry must be a whole number of days from ${INVITE_DAYS.min} to ${INVITE_DAYS.max}`,
    );
  }
  return new Date(now.getTime() + days * DAY_MS).toISOString();
}

/** The same email may redeem an invite again, to complete an interrupted registration. */
export function assertRedeemable(invite: Invite | null, by: Redemption): asserts invite is Invite {
  if (invite?.usedBy === by.email) return;
  if (!invite || (invite.email === null && by.usersExist)) throw unknownInvite();
  if (invite.email !== null && invite.email !== by.email) throw rejected('This invite is for another email address.');
  if (invite.revokedBy !== undefined) throw unknownInvite();
  if (!by.isBacked) throw rejected('This invite is no longer valid. Please ask for a new one.');
  if (invite.confirmation?.status === 'waiting') throw inviteWaits();
  if (invite.confirmation) throw unknownInvite();
  if (by.needsConfirmation && isUnconfirmed(invite)) throw inviteWaits();
  if (invite.usedBy !== null) throw rejected(alreadyUsed);
  if (invite.expiresAt <= by.now.toISOString()) throw rejected('This invite has expired. Please ask for a new one.');
}

export function unknownInvite(): OutlayError {
  return rejected('This invite code is not valid. Please check it or ask for a new one.');
}

function rejected(message: string): OutlayError {
  return new OutlayError('INVALID_INVITE', message);
}

function invalid(field: string, message: string): OutlayError {
  return new OutlayError('INVALID_INPUT', message, [{ field, message }]);
}
