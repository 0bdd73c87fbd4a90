import { OutlayError, requireActingAsker, type MessageContext, type PendingChange } from '@outlay/contracts';
import type { UserChange } from './domain/decide-account.js';
import {
  concernsSuperAdmin,
  isActiveSuperAdmin,
  removesActiveSuperAdmin,
  toUserView,
  type UserRow,
} from './user.rules.js';
import type { UserStore } from './user.store.js';

/** A second super admin confirms what is done to super admins, and one always remains. */
export class FourEyes {
  constructor(
    private readonly isOn: boolean,
    private readonly users: UserStore,
  ) {}

  /** Who asks, if another super admin must confirm it. The only one acts alone. */
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

  /** Others may have changed since it was asked for. */
  async requireConfirmable(user: UserRow, { requestedById, role, status }: PendingChange): Promise<void> {
    const asker = await this.users.find(requestedById);
    requireActingAsker(asker && toUserView(asker));
    await this.requireRemaining(user, { ...(role && { role }), ...(status && { status }) });
  }
}
