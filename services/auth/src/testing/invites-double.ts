import { Controller, Module } from '@nestjs/common';
import {
  followPerson,
  OutlayError,
  readInviteHistory,
  redeemInvite,
  type ReplyOf,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import type { AssignableRole } from '@outlay/rules';

type RedeemedGrant = ReplyOf<typeof redeemInvite>['grant'];

const CONFIRMED: RedeemedGrant = { madeById: null, madeAt: '2026-01-01T00:00:00.000Z', isConfirmed: true };
/** The grant of the invites that are redeemed from now on. */
export const invitesDouble = { grant: CONFIRMED, reset: () => void (invitesDouble.grant = CONFIRMED) };

/** The people whose names the lists were asked to follow; null while nobody answers. */
export const followed: { people: string[] | null } = { people: [] };

/** The token "<role>:<email>" may be redeemed repeatedly, "first:<email>" only while there are no users. */
@Controller()
class InvitesDoubleController {
  @Handles(readInviteHistory)
  async history() {
    return { entries: [] };
  }

  @Handles(followPerson)
  async follow({ userId }: RequestOf<typeof followPerson>) {
    if (followed.people === null) throw new OutlayError('SERVICE_UNAVAILABLE', 'The expenses service is down.');
    followed.people.push(userId);
    return { done: true as const };
  }

  @Handles(redeemInvite)
  async redeem({ token, email, usersExist }: RequestOf<typeof redeemInvite>) {
    const [role, invited] = token.split(':');
    if (invited !== email) throw new OutlayError('INVALID_INVITE', 'This invite is for another email address.');
    if (role !== 'first') return { role: role as AssignableRole, inviteId: 'invite-1', grant: invitesDouble.grant };
    if (usersExist) throw new OutlayError('INVALID_INVITE', 'This invite code is not valid.');
    return { role: 'super_admin' as const, inviteId: 'first', grant: invitesDouble.grant };
  }
}

@Module({ controllers: [InvitesDoubleController] })
export class InvitesDouble {}
