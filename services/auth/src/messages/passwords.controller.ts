import { Controller } from '@nestjs/common';
import {
  changePassword,
  createResetCode,
  OutlayError,
  requireActor,
  requireSuperAdmin,
  resetPassword,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { normaliseEmail } from '@outlay/rules';
import { PasswordHasher } from '../password-hasher.js';
import { RESET_CODE_SECONDS } from '../reset-code.rules.js';
import { ResetCodeStore } from '../reset-code.store.js';
import { SessionTokens } from '../session-tokens.js';
import { assertChangedPassword, assertStrongPassword } from '../user.rules.js';
import { UserStore } from '../user.store.js';

@Controller()
export class PasswordsController {
  constructor(
    private readonly users: UserStore,
    private readonly codes: ResetCodeStore,
    private readonly hasher: PasswordHasher,
    private readonly tokens: SessionTokens,
  ) {}

  @Handles(changePassword)
  async change({ currentPassword, newPassword }: RequestOf<typeof changePassword>, context: MessageContext) {
    const user = await this.users.get(requireActor(context).id);
    assertChangedPassword(newPassword);
    const known = await this.hasher.verify(user.passwordHash, currentPassword);
    // The hash may have been replaced since it was read; then the password verified is no longer the current one.
    const changed =
      known && (await this.users.setPassword(user._id, await this.hasher.hash(newPassword), user.passwordHash));
    if (!changed) throw new OutlayError('INVALID_CURRENT_PASSWORD', 'Invalid current password');
    await this.codes.end(user._id);
    return { token: this.tokens.issue(changed) };
  }

  @Handles(createResetCode)
  async createCode({ userId }: RequestOf<typeof createResetCode>, context: MessageContext) {
    requireSuperAdmin(context);
    const user = await this.users.get(userId);
    return { code: await this.codes.issue(user._id), expiresInSeconds: RESET_CODE_SECONDS };
  }

  @Handles(resetPassword)
  async reset({ email, code, newPassword }: RequestOf<typeof resetPassword>) {
    assertStrongPassword(newPassword);
    const user = await this.users.findByEmail(normaliseEmail(email));
    // Hashed in any case, so that the time does not tell who has a code; and before the code is used up, so that a
    // failure leaves it.
    const passwordHash = await this.hasher.hash(newPassword);
    const used = await this.codes.use(user?._id ?? '', code);
    if (!user || !used) throw new OutlayError('INVALID_RESET_CODE', 'Invalid or expired reset code');
    await this.users.setPassword(user._id, passwordHash);
    return { done: true as const };
  }
}
