import type { InviteJson } from '@outlay/contracts';
import * as language from '#strings/language';

export type InviteStatus =
  | 'used'
  | 'expired'
  | 'pending'
  | NonNullable<InviteJson['confirmation']>['status']
  | NonNullable<InviteJson['ended']>['status'];

/** The status of an invite; `now` in milliseconds since the epoch. */
export function inviteStatus(
  { used_at, expires_at, confirmation, ended }: Pick<InviteJson, 'used_at' | 'expires_at' | 'confirmation' | 'ended'>,
  now: number,
): InviteStatus {
  if (used_at !== null) return 'used';
  if (confirmation && confirmation.status !== 'waiting') return confirmation.status;
  if (ended?.status === 'revoked') return 'revoked';
  if (Date.parse(expires_at) <= now) return 'expired';
  if (ended) return ended.status;
  return confirmation ? 'waiting' : 'pending';
}

export const isOpen = (status: InviteStatus) => status === 'pending' || status === 'waiting';

const relative = new Intl.RelativeTimeFormat(language.days, { numeric: 'always' });
const MINUTE = 60_000;

/** The time until an instant: `in 13 days`, hours in the last two days, minutes in the last two hours. */
export function timeUntil(instant: string, now: number): string {
  const minutes = (Date.parse(instant) - now) / MINUTE;
  const hours = minutes / 60;
  if (hours <= 2) return relative.format(Math.ceil(minutes), 'minute');
  return hours > 48 ? relative.format(Math.floor(hours / 24), 'day') : relative.format(Math.ceil(hours), 'hour');
}
