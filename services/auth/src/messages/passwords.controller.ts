import { Controller } from '@nestjs/common';
import {
  answerPendingChange,
  changePassword,
  createResetCode,
  fullName,
  OutlayError,
  requireActor,
  requireSuperAdmin,
  resetPassword,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { normaliseEmail } from '@outlay/rules';
import { PasswordHasher } from '../credentials/password-hasher.js';
import { PasswordStore } from '../credentials/password.store.js';
import { RESET_CODE_SECONDS } from '../credentials/reset-code.rules.js';
import { ResetCodeStore } from '../credentials/reset-code.store.js';
import { SessionTokens } from '../credentials/session-tokens.js';
import { invalidResetCode } from '../domain/decide-account.js';
import { assertLongEnoughPassword, assertStrongPassword, toActor, toUserView } from '../domain/user.rules.js';
import { UserStore } from '../read-models/user.store.js';
import { AccountCommands } from '../workflows/account-commands.js';

@Controller()
export class PasswordsController {
  constructor(
    private readonly users: UserStore,
    private readonly passwords: PasswordStore,
    private readonly commands: AccountCommands,
    private readonly codes: ResetCodeStore,
    private readonly hasher: PasswordHasher,
    private readonly tokens: SessionTokens,
  ) {}

  @Handles(changePassword)
  async change({ currentPassword, newPassword }: RequestOf<typeof changePassword>, context: MessageContext) {
    const user = await this.users.get(requireActor(context).id);
    assertLongEnoughPassword(newPassword);
    const hash = await this.passwords.hashOf(user._id);
    const isCurrent = await this.hasher.verify(hash, currentPassword);
    // Another request may have replaced the hash since it was read.
    const changed =
      hash !== undefined &&
      isCurrent &&
      (await this.commands.changePassword(user._id, await this.hasher.hash(newPassword), { hash }, context));
    if (!changed) throw new OutlayError('INVALID_CURRENT_PASSWORD', 'Invalid current password');
    await this.codes.revoke(user._id);
    return { token: this.tokens.issue(changed) };
  }

  @Handles(createResetCode)
  async createCode({ userId }: RequestOf<typeof createResetCode>, context: MessageContext) {
    requireSuperAdmin(context);
    const user = await this.users.get(userId);
    if (user.status !== 'active') {
      const name = fullName(user);
      throw new OutlayError(
        'CONFLICT',
        `The account of ${name} is inactive. Activate it before creating a reset code.`,
      );
    }
    const expiresAt = this.codes.expiryOfNew();
    // The event comes before the code, which nobody gets without an event.
    const pendingChange = await this.commands.noteResetCode(user._id, expiresAt, context);
    if (pendingChange) return { code: '', expiresInSeconds: 0, pendingChange };
    return { ...(await this.issueCode(user._id, expiresAt)), pendingChange };
  }

  @Handles(answerPendingChange)
  async answer({ userId, changeId, answer }: RequestOf<typeof answerPendingChange>, context: MessageContext) {
    requireSuperAdmin(context);
    const expiresAt = this.codes.expiryOfNew();
    const { action } = await this.commands.answer(userId, { changeId, answer, expiresAt }, context);
    const isCode = answer === 'confirm' && action === 'reset_code';
    const resetCode = isCode ? await this.issueCode(userId, expiresAt) : null;
    return { user: toUserView(await this.users.get(userId)), resetCode };
  }

  @Handles(resetPassword)
  async reset({ email, code, newPassword }: RequestOf<typeof resetPassword>, context: MessageContext) {
    assertStrongPassword(newPassword);
    const user = await this.users.findByEmail(normaliseEmail(email));
    // The hash is made for an unknown email too, because timing tells; it comes first, so that a failure does not use
    // up the code.
    const passwordHash = await this.hasher.hash(newPassword);
    const userId = user?._id ?? '';
    await this.commands.requireReadable(userId);
    const codeExpiresAt = await this.codes.redeem(userId, code);
    if (!user || codeExpiresAt === null) throw invalidResetCode();
    // The status is checked after the code, so that nobody else learns that the account exists.
    if (user.status !== 'active') {
      throw new OutlayError('CONFLICT', 'This account is inactive. Please ask an administrator to activate it.');
    }
    const actor = toActor(user._id, user);
    await this.commands.changePassword(user._id, passwordHash, { codeExpiresAt }, { ...context, actor });
    return { done: true as const };
  }

  private async issueCode(userId: string, expiresAt: string) {
    return { code: await this.codes.issue(userId, expiresAt), expiresInSeconds: RESET_CODE_SECONDS };
  }
}
