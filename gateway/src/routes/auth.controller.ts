import { Controller } from '@nestjs/common';
import {
  changePassword,
  changePasswordRoute,
  dismissNotices,
  dismissNoticesRoute,
  login,
  loginRoute,
  profileRoute,
  readProfile,
  register,
  registerRoute,
  resetPassword,
  resetPasswordRoute,
  toNoticeJson,
  toUserJson,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { Input, type Call } from '../requests/call.js';
import { Route } from './route.decorator.js';

@Controller()
export class AuthController {
  constructor(private readonly messages: MessageClient) {}

  @Route(loginRoute)
  async login(@Input() { body, context }: Call<typeof loginRoute>) {
    const { user, token } = await this.messages.call(login, body, context);
    return { user: toUserJson(user), token };
  }

  @Route(registerRoute)
  async register(@Input() { body, context }: Call<typeof registerRoute>) {
    const { user } = await this.messages.call(
      register,
      {
        email: body.email,
        password: body.password,
        firstName: body.first_name,
        lastName: body.last_name,
        reimbursementCurrency: body.reimbursement_currency,
        inviteToken: body.invite_token,
      },
      context,
    );
    return { message: 'Registration successful!', user: toUserJson(user) };
  }

  @Route(resetPasswordRoute)
  async resetPassword(@Input() { body, context }: Call<typeof resetPasswordRoute>) {
    await this.messages.call(resetPassword, body, context);
    return { message: 'Password has been reset. You can now sign in.' };
  }

  @Route(changePasswordRoute)
  async changePassword(@Input() { body, context }: Call<typeof changePasswordRoute>) {
    const { token } = await this.messages.call(changePassword, body, context);
    return { message: 'Password updated successfully!', token };
  }

  @Route(profileRoute)
  async profile(@Input() { context }: Call<typeof profileRoute>) {
    const { user, notices } = await this.messages.call(readProfile, {}, context);
    return { ...toUserJson(user), ...(notices.length > 0 && { notices: notices.map(toNoticeJson) }) };
  }

  @Route(dismissNoticesRoute)
  async dismissNotices(@Input() { body, context }: Call<typeof dismissNoticesRoute>) {
    await this.messages.call(dismissNotices, { upTo: body.up_to }, context);
    return { message: 'Dismissed' };
  }
}
