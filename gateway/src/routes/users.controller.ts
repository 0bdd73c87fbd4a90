import { Controller } from '@nestjs/common';
import {
  createResetCode,
  createResetCodeRoute,
  listUsers,
  listUsersRoute,
  personHistoryRoute,
  readPersonHistory,
  toAuditEntryJson,
  toUserJson,
  updateUser,
  updateUserRoute,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { Input, type Call } from '../requests/call.js';
import { streamPages } from './page-stream.js';
import { Route } from './route.decorator.js';

const PAGE = 500;

@Controller()
export class UsersController {
  constructor(private readonly messages: MessageClient) {}

  @Route(listUsersRoute)
  list(@Input() { context }: Call<typeof listUsersRoute>) {
    return streamPages(async (cursor) => {
      const { users, nextCursor } = await this.messages.call(listUsers, { limit: PAGE, cursor }, context);
      return { items: users, nextCursor };
    }, toUserJson);
  }

  @Route(personHistoryRoute)
  async history(@Input() { params, context }: Call<typeof personHistoryRoute>) {
    const { entries } = await this.messages.call(readPersonHistory, { userId: params.id }, context);
    return { history: entries.map(toAuditEntryJson) };
  }

  @Route(updateUserRoute)
  async update(@Input() { params, body, context }: Call<typeof updateUserRoute>) {
    const { user } = await this.messages.call(
      updateUser,
      {
        userId: params.id,
        role: body.role,
        status: body.status,
        firstName: body.first_name,
        lastName: body.last_name,
        reimbursementCurrency: body.reimbursement_currency,
      },
      context,
    );
    return { message: 'User updated', user: toUserJson(user) };
  }

  @Route(createResetCodeRoute)
  async createResetCode(@Input() { params, context }: Call<typeof createResetCodeRoute>) {
    const { code, expiresInSeconds } = await this.messages.call(createResetCode, { userId: params.id }, context);
    return { reset_code: code, expires_in_seconds: expiresInSeconds };
  }
}
