import { Inject, Injectable } from '@nestjs/common';
import { countUsers, type MessageContext } from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import type { AssignableRole } from '@outlay/rules';
import { FOUR_EYES } from '../ports.js';

/** A second super admin confirms the invite of another. */
@Injectable()
export class FourEyes {
  constructor(
    @Inject(FOUR_EYES) private readonly isOn: boolean,
    private readonly messages: MessageClient,
  ) {}

  /** The only super admin acts alone. */
  async isAsked(role: AssignableRole, context: MessageContext): Promise<boolean> {
    if (!this.isOn || role !== 'super_admin') return false;
    return (await this.messages.call(countUsers, {}, context)).activeSuperAdmins > 1;
  }
}
