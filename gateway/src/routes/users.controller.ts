import { Controller, Res } from '@nestjs/common';
import {
  answerPendingChange,
  answerPendingChangeRoute,
  createResetCode,
  createResetCodeRoute,
  listUsers,
  listUsersRoute,
  personHistoryRoute,
  readPersonHistory,
  toManagedUserJson,
  toPendingChangeJson,
  toUserJson,
  updateUser,
  updateUserRoute,
  toSnakeCase,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import type { FastifyReply } from 'fastify';
import { Input, type Call } from '../requests/call.js';
import { ANSWERED, WAITS } from './pending-answers.js';
import { streamPages } from './page-stream.js';
import { Route } from './route.decorator.js';

const PAGE = 500;

function toResetCodeJson({ code: resetCode, expiresInSeconds }: { code: string; expiresInSeconds: number }) {
  return toSnakeCase({ resetCode, expiresInSeconds });
}

@Controller()
export class UsersController {
  constructor(private readonly messages: MessageClient) {}

  @Route(listUsersRoute)
  list(@Input() { query, context }: Call<typeof listUsersRoute>) {
    return streamPages(async (cursor) => {
      const { users, nextCursor } = await this.messages.call(
        listUsers,
        { limit: PAGE, cursor, asOf: query.as_of },
        context,
      );
      return { items: users, nextCursor };
    }, toManagedUserJson);
  }

  @Route(personHistoryRoute)
  async history(@Input() { params, context }: Call<typeof personHistoryRoute>) {
    const { entries } = await this.messages.call(readPersonHistory, { userId: params.id }, context);
    return { history: toSnakeCase(entries) };
  }

  @Route(updateUserRoute)
  async update(
    @Input() { params, body, context }: Call<typeof updateUserRoute>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
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
    if (user.pendingChange) void reply.status(202);
    return { message: user.pendingChange ? WAITS : 'User updated', user: toManagedUserJson(user) };
  }

  @Route(createResetCodeRoute)
  async createResetCode(
    @Input() { params, context }: Call<typeof createResetCodeRoute>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { pendingChange, ...made } = await this.messages.call(createResetCode, { userId: params.id }, context);
    if (pendingChange) void reply.status(202);
    const waits = pendingChange && { message: WAITS, pendingChange: toPendingChangeJson(pendingChange) };
    return { ...toResetCodeJson(made), ...(waits && toSnakeCase(waits)) };
  }

  @Route(answerPendingChangeRoute)
  async answer(@Input() { params, body, context }: Call<typeof answerPendingChangeRoute>) {
    const request = { userId: params.id, changeId: body.change_id, answer: body.answer };
    const { user, resetCode } = await this.messages.call(answerPendingChange, request, context);
    return { message: ANSWERED[body.answer], user: toUserJson(user), ...(resetCode && toResetCodeJson(resetCode)) };
  }
}
