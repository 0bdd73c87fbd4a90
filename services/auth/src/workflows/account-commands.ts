import { Inject, Injectable } from '@nestjs/common';
import {
  requireActor,
  type MessageContext,
  type PendingAnswer,
  type PendingChange,
  type redeemInvite,
  type ReplyOf,
} from '@outlay/contracts';
import type { IdSource } from '@outlay/time';
import { PasswordStore } from '../credentials/password.store.js';
import { invalidResetCode, type AccountCommand, type UserChange } from '../domain/decide-account.js';
import type { NewUser, UserRow } from '../domain/user.rules.js';
import { IDS } from '../ports.js';
import { UserStore } from '../read-models/user.store.js';
import { AccountStream } from '../stream/account-stream.js';
import { FourEyes } from './four-eyes.js';
import { Grants } from './grants.js';
import { UserRoster } from './user-roster.js';

/** Changes accounts, one change after another: their events, their users and their passwords. */
@Injectable()
export class AccountCommands {
  constructor(
    private readonly roster: UserRoster,
    private readonly users: UserStore,
    private readonly passwords: PasswordStore,
    private readonly accounts: AccountStream,
    @Inject(IDS) private readonly ids: IdSource,
    private readonly fourEyes: FourEyes,
    @Inject(Grants) private readonly grants: Pick<Grants, 'isBacked'>,
  ) {}

  /** The user with what waits of this change. */
  async change(userId: string, change: UserChange, context: MessageContext): Promise<UserRow> {
    let waitsFor: string | null = null;
    await this.roster.write(context, async () => {
      const user = await this.users.get(userId);
      await this.fourEyes.requireRemaining(user, change);
      waitsFor = await this.fourEyes.askerOf(user, change, context);
      return { userId, command: { id: this.ids.uuid(), type: 'Change', change, waitsFor }, passwordHash: null };
    });
    const user = await this.users.get(userId);
    return waitsFor === null ? { ...user, pendingChange: null } : user;
  }

  /** Null if there is an account with this id or email. @throws INVALID_INVITE if the invite has ended meanwhile */
  async register(
    userId: string,
    user: NewUser,
    invite: ReplyOf<typeof redeemInvite>,
    context: MessageContext,
  ): Promise<UserRow | null> {
    const { passwordHash, ...person } = user;
    const isNew = await this.roster.write(context, async () => {
      if ((await this.users.find(userId)) ?? (await this.users.findByEmail(user.email))) return null;
      // The check runs in the order of all changes: the maker has either left before, or leaves after this
      // registration.
      await this.fourEyes.requireInvited(invite);
      const { inviteId } = invite;
      const command: AccountCommand = { id: this.ids.uuid(), type: 'Register', person: { ...person, inviteId } };
      return { userId, command, passwordHash };
    });
    return isNew ? this.users.find(userId) : null;
  }

  /** @throws EventStoreUnavailable if the events of an account cannot be read, so that nothing could be changed */
  async requireReadable(userId: string): Promise<void> {
    await this.accounts.load(userId);
  }

  /** Ends all sessions. Null if the stored password is not the expected one. @throws INVALID_RESET_CODE */
  async changePassword(
    userId: string,
    passwordHash: string,
    expected: { readonly hash: string } | { readonly codeExpiresAt: string },
    context: MessageContext,
  ): Promise<UserRow | null> {
    const isChanged = await this.roster.write(context, async () => {
      await this.users.get(userId);
      const id = this.ids.uuid();
      if ('hash' in expected) {
        if ((await this.passwords.hashOf(userId)) !== expected.hash) return null;
        return { userId, command: { id, type: 'ChangePassword', codeExpiresAt: null }, passwordHash };
      }
      await this.requireBackedCode(userId);
      return { userId, command: { id, type: 'ChangePassword', codeExpiresAt: expected.codeExpiresAt }, passwordHash };
    });
    return isChanged ? this.users.get(userId) : null;
  }

  /** Returns what waits, else null. The code itself is never in an event. */
  async noteResetCode(userId: string, expiresAt: string, context: MessageContext): Promise<PendingChange | null> {
    let waitsFor: string | null = null;
    await this.roster.write(context, async () => {
      const user = await this.users.get(userId);
      waitsFor = await this.fourEyes.askerOf(user, 'reset_code', context);
      const id = this.ids.uuid();
      const command: AccountCommand = waitsFor
        ? { id, type: 'RequestResetCode', waitsFor }
        : { id, type: 'IssueResetCode', expiresAt };
      return { userId, command, passwordHash: null };
    });
    return waitsFor === null ? null : (await this.users.get(userId)).pendingChange;
  }

  /** Returns the change that was answered. @param expiresAt of the reset code, if that is confirmed */
  async answer(
    userId: string,
    { changeId, answer, expiresAt }: { changeId: string; answer: PendingAnswer; expiresAt: string },
    context: MessageContext,
  ): Promise<PendingChange> {
    const by = requireActor(context).id;
    let answered: PendingChange | null = null;
    await this.roster.write(context, async () => {
      const user = await this.users.get(userId);
      answered = (await this.accounts.load(userId)).state?.pendingChange ?? null;
      if (answered && answer === 'confirm') await this.fourEyes.requireConfirmable(user, answered);
      const id = this.ids.uuid();
      return {
        userId,
        command: { id, type: 'Answer', requestId: changeId, answer, by, expiresAt },
        passwordHash: null,
      };
    });
    if (!answered) throw new Error('Only what waits can be answered');
    return answered;
  }

  async dismissNotices(userId: string, upTo: string, context: MessageContext): Promise<void> {
    await this.users.project(
      await this.accounts.execute(userId, { id: this.ids.uuid(), type: 'DismissNotices', upTo }, context),
    );
  }

  /** The check runs in the order of all changes, like that of an invite at a registration. */
  private async requireBackedCode(userId: string): Promise<void> {
    const { resetCode = null } = (await this.accounts.load(userId)).state ?? {};
    const isBacked =
      resetCode && (await this.grants.isBacked({ madeById: resetCode.issuedById, madeAt: resetCode.issuedAt }));
    if (!isBacked) throw invalidResetCode();
  }
}
