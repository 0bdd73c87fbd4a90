import {
  countUsers,
  getUser,
  requireActingAsker,
  type InviteConfirmation,
  type MessageContext,
} from '@outlay/contracts';
import type { MessageClient } from '@outlay/messaging';
import type { AssignableRole } from '@outlay/rules';

/** A second super admin confirms the invite of another. */
export class FourEyes {
  constructor(
    private readonly isOn: boolean,
    private readonly messages: MessageClient,
  ) {}

  /** The only super admin acts alone. */
  async isAsked(role: AssignableRole, context: MessageContext): Promise<boolean> {
    if (!this.isOn || role !== 'super_admin') return false;
    return (await this.messages.call(countUsers, {}, context)).activeSuperAdmins > 1;
  }

  /** @throws CONFLICT if who asked is no active super admin any more */
  async requireActing({ requestedById }: InviteConfirmation, context: MessageContext): Promise<void> {
    const { user } = await this.messages.call(getUser, { userId: requestedById }, context);
    requireActingAsker(user);
  }
}
