import { Controller, Module } from '@nestjs/common';
import { OutlayError, readInviteHistory, redeemInvite, type RequestOf } from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import type { AssignableRole } from '@outlay/rules';

/** The token "<role>:<email>" may be redeemed repeatedly, "first:<email>" only while there are no users. */
@Controller()
class InvitesDoubleController {
  @Handles(readInviteHistory)
  async history() {
    return { entries: [] };
  }

  @Handles(redeemInvite)
  async redeem({ token, email, usersExist }: RequestOf<typeof redeemInvite>) {
    const [role, invited] = token.split(':');
    if (invited !== email) throw new OutlayError('INVALID_INVITE', 'This invite is for another email address.');
    if (role !== 'first') return { role: role as AssignableRole, inviteId: 'invite-1' };
    if (usersExist) throw new OutlayError('INVALID_INVITE', 'This invite code is not valid.');
    return { role: 'super_admin' as const, inviteId: 'first' };
  }
}

@Module({ controllers: [InvitesDoubleController] })
export class InvitesDouble {}
