import { Controller, Inject } from '@nestjs/common';
import { OutlayError, redeemInvite, register, type MessageContext, type RequestOf } from '@outlay/contracts';
import { Handles, MessageClient } from '@outlay/messaging';
import { resourceIdFor, keyReused } from '@outlay/idempotency';
import type { IdSource } from '@outlay/ids';
import { PasswordHasher } from '../password-hasher.js';
import { IDS } from '../ports.js';
import { assertStrongPassword, givenName, toUserView, userEmail, type NewUser, type UserRow } from '../user.rules.js';
import { UserStore } from '../user.store.js';

@Controller()
export class RegistrationController {
  constructor(
    private readonly users: UserStore,
    private readonly hasher: PasswordHasher,
    private readonly messages: MessageClient,
    @Inject(IDS) private readonly ids: IdSource,
  ) {}

  /**
   * The invite comes first, so that nobody without one learns which emails have an account or makes us hash.
   * A crash after it burns nothing: the same email may redeem it again.
   */
  @Handles(register)
  async register(request: RequestOf<typeof register>, context: MessageContext) {
    const email = userEmail(request.email);
    const firstName = givenName(request.firstName, 'First name');
    const lastName = givenName(request.lastName, 'Last name');
    assertStrongPassword(request.password);

    const usersExist = (await this.users.count()) > 0;
    const { role } = await this.messages.call(redeemInvite, { token: request.inviteToken, email, usersExist }, context);
    const passwordHash = await this.hasher.hash(request.password);
    const { reimbursementCurrency } = request;
    const asked: NewUser = { email, firstName, lastName, role, reimbursementCurrency, passwordHash };
    const id = resourceIdFor(register, email, context, this.ids);
    const user = (await this.users.create(id, asked)) ?? (await this.madeBefore(id, asked, request.password));
    return { user: toUserView(user) };
  }

  /** The user that this very request made before. EMAIL_TAKEN by any other, IDEMPOTENCY_KEY_REUSED with another form. */
  private async madeBefore(id: string, asked: NewUser, password: string): Promise<UserRow> {
    const user = await this.users.find(id);
    if (!user) throw new OutlayError('EMAIL_TAKEN', 'An account with this email already exists.');
    const same =
      user.firstName === asked.firstName &&
      user.lastName === asked.lastName &&
      user.reimbursementCurrency === asked.reimbursementCurrency &&
      (await this.hasher.verify(user.passwordHash, password));
    if (!same) throw keyReused();
    return user;
  }
}
