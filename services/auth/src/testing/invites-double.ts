import { Controller, Module } from '@nestjs/common';
import { OutlayError, redeemInvite, type RequestOf } from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import type { AssignableRole } from '@outlay/rules';

/** Stands in for the invites service: the token "<role>:<email>" may be redeemed any number of times. */
@Controller()
class InvitesDoubleController {
  @Handles(redeemInvite)
  async redeem({ token, email }: RequestOf<typeof redeemInvite>) {
    const [role, invited] = token.split(':');
    if (invited !== email) throw new OutlayError('INVALID_INVITE', 'This invite is for another email address.');
    return { role: role as AssignableRole };
  }
}

@Module({ controllers: [InvitesDoubleController] })
export class InvitesDouble {}
