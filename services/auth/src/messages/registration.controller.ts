import { Controller } from '@nestjs/common';
import { redeemInvite, register, type MessageContext, type RequestOf } from '@outlay/contracts';
import { Handles, MessageClient } from '@outlay/messaging';
import { PasswordHasher } from '../password-hasher.js';
import { assertStrongPassword, givenName, toUserView, userEmail } from '../user.rules.js';
import { UserStore } from '../user.store.js';

@Controller()
export class RegistrationController {
  constructor(
    private readonly users: UserStore,
    private readonly hasher: PasswordHasher,
    private readonly messages: MessageClient,
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
    const user = await this.users.create({ email, firstName, lastName, role, reimbursementCurrency, passwordHash });
    return { user: toUserView(user) };
  }
}
