import { Controller, Inject } from '@nestjs/common';
import { OutlayError, redeemInvite, register, type MessageContext, type RequestOf } from '@outlay/contracts';
import { Handles, keyReused, MessageClient, resourceIdFor } from '@outlay/messaging';
import type { IdSource } from '@outlay/time';
import { PasswordHasher } from '../credentials/password-hasher.js';
import { PasswordStore } from '../credentials/password.store.js';
import {
  assertStrongPassword,
  parseEmail,
  parseName,
  toActor,
  toUserView,
  type NewUser,
  type UserRow,
} from '../domain/user.rules.js';
import { IDS } from '../ports.js';
import { UserStore } from '../read-models/user.store.js';
import { AccountCommands } from '../workflows/account-commands.js';

@Controller()
export class RegistrationController {
  constructor(
    private readonly users: UserStore,
    private readonly passwords: PasswordStore,
    private readonly commands: AccountCommands,
    private readonly hasher: PasswordHasher,
    private readonly messages: MessageClient,
    @Inject(IDS) private readonly ids: IdSource,
  ) {}

  /** The invite comes first: without one a caller can neither detect accounts nor cause hashing. */
  @Handles(register)
  async register(request: RequestOf<typeof register>, context: MessageContext) {
    const email = parseEmail(request.email);
    const firstName = parseName(request.firstName, 'First name');
    const lastName = parseName(request.lastName, 'Last name');
    assertStrongPassword(request.password);

    const usersExist = (await this.users.count()) > 0;
    const invite = await this.messages.call(redeemInvite, { token: request.inviteToken, email, usersExist }, context);
    const passwordHash = await this.hasher.hash(request.password);
    const { reimbursementCurrency } = request;
    const newUser: NewUser = { email, firstName, lastName, role: invite.role, reimbursementCurrency, passwordHash };
    const id = resourceIdFor(register, email, context, this.ids);
    const asNewUser = { ...context, actor: toActor(id, newUser) };
    const user =
      (await this.commands.register(id, newUser, invite, asNewUser)) ??
      (await this.findCreated(id, newUser, request.password));
    return { user: toUserView(user) };
  }

  private async findCreated(id: string, newUser: NewUser, password: string): Promise<UserRow> {
    const user = await this.users.find(id);
    if (!user) throw new OutlayError('EMAIL_TAKEN', 'An account with this email already exists.');
    const isSame =
      user.firstName === newUser.firstName &&
      user.lastName === newUser.lastName &&
      user.reimbursementCurrency === newUser.reimbursementCurrency &&
      (await this.hasher.verify(await this.passwords.hashOf(id), password));
    if (!isSame) throw keyReused();
    return user;
  }
}
