import { Inject, Injectable } from '@nestjs/common';
import { checkGrants, type MessageContext, type ReplyOf } from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import type { Invite } from '../domain/invite.js';

type Checked = ReplyOf<typeof checkGrants>['checked'][number];

/** Asks the auth service whether the makers of invites still have their role, and are active. */
@Injectable()
export class Grants {
  constructor(@Inject(MessageClient) private readonly messages: Pick<MessageClient, 'call'>) {}

  /** The grants in the order of the invites. @param asOf an ISO instant; now without one */
  async check(
    invites: readonly Pick<Invite, 'createdBy' | 'createdAt'>[],
    context: MessageContext,
    asOf?: string,
  ): Promise<Checked[]> {
    if (invites.length === 0) return [];
    const grants = invites.map(({ createdBy, createdAt }) => ({ madeById: createdBy, madeAt: createdAt }));
    return (await this.messages.call(checkGrants, { grants, asOf }, context)).checked;
  }
}
