import { Inject, Injectable } from '@nestjs/common';
import {
  inviteWaits,
  OPERATOR_ACTOR_ID,
  OutlayError,
  requireActingAsker,
  type MessageContext,
  type PendingChange,
  type redeemInvite,
  type ReplyOf,
} from '@outlay/contracts';
import type { UserChange } from '../domain/decide-account.js';
import { concernsSuperAdmin, isActiveSuperAdmin, removesActiveSuperAdmin, type UserRow } from '../domain/user.rules.js';
import { FOUR_EYES } from '../ports.js';
import { UserStore } from '../read-models/user.store.js';
import { Grants } from './grants.js';

/** Makes a second super admin confirm changes to super admins, and keeps at least one. */
@Injectable()
export class FourEyes {
  constructor(
    @Inject(FOUR_EYES) private readonly isOn: boolean,
    private readonly users: UserStore,
    @Inject(Grants) private readonly grants: Pick<Grants, 'isBacked'>,
  ) {}

  /** The super admin who asks, if another one must confirm the change. The only super admin acts alone. */
  async askerOf(user: UserRow, change: UserChange | 'reset_code', { actor }: MessageContext): Promise<string | null> {
    const concerned = change === 'reset_code' ? isActiveSuperAdmin(user) : concernsSuperAdmin(user, change);
    if (!this.isOn || !concerned || !actor) return null;
    return (await this.users.countActiveSuperAdmins()) > 1 ? actor.id : null;
  }

  /** @throws LAST_SUPER_ADMIN if the change removes the last active one */
  async requireRemaining(user: UserRow, change: UserChange): Promise<void> {
    if (removesActiveSuperAdmin(user, change) && (await this.users.countActiveSuperAdmins()) < 2) {
      throw new OutlayError('LAST_SUPER_ADMIN', 'There must be at least one super admin.');
    }
  }

  /** The other super admins may have changed since the request. */
  async requireConfirmable(user: UserRow, { requestedById, requestedAt, role, status }: PendingChange): Promise<void> {
    requireActingAsker(await this.grants.isBacked({ madeById: requestedById, madeAt: requestedAt }));
    await this.requireRemaining(user, { ...(role && { role }), ...(status && { status }) });
  }

  /**
   * The maker of the invite may have left since it was redeemed, or no longer be the only super admin.
   * @throws INVALID_INVITE
   */
  async requireInvited({ role, grant }: Pick<ReplyOf<typeof redeemInvite>, 'role' | 'grant'>): Promise<void> {
    const ended = 'This invite is no longer valid. Please ask for a new one.';
    if (!(await this.grants.isBacked(grant))) throw new OutlayError('INVALID_INVITE', ended);
    const mayWait = this.isOn && role === 'super_admin' && !grant.isConfirmed && grant.madeById !== OPERATOR_ACTOR_ID;
    if (mayWait && (await this.users.countActiveSuperAdmins()) > 1) throw inviteWaits();
  }
}
