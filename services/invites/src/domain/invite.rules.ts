import { INVITE_DAYS, OutlayError } from '@outlay/contracts';
import { isEmail, normaliseEmail } from '@outlay/rules';
import type { Invite } from './invite.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface Redemption {
  readonly email: string;
  readonly now: Date;
  readonly usersExist: boolean;
}

export function parseInvitedEmail(raw: string): string {
  const email = normaliseEmail(raw);
  if (email === '') throw invalid('email', 'Email is required');
  if (!isEmail(email)) throw invalid('email', 'Please enter a valid email address');
  return email;
}

/** The limits are in the specification (§5). */
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
export function assertRedeemable<Terms extends Pick<Invite, 'email' | 'expiresAt' | 'usedBy' | 'confirmation'>>(
  invite: Terms | null,
  by: Redemption,
): asserts invite is Terms {
  if (invite?.usedBy === by.email) return;
  if (!invite || (invite.email === null && by.usersExist)) throw unknownInvite();
  if (invite.email !== null && invite.email !== by.email) throw rejected('This invite is for another email address.');
  if (invite.confirmation?.status === 'waiting') {
    throw rejected('This invite waits until another super admin confirms it. Please try again later.');
  }
  if (invite.confirmation) throw unknownInvite();
  if (invite.usedBy !== null) throw rejected('This invite has already been used.');
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
