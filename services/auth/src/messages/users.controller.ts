import { Controller } from '@nestjs/common';
import {
  countUsers,
  getUser,
  listUsers,
  readPersonHistory,
  requireSuperAdmin,
  updateUser,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { personHistory } from '../domain/person-history.js';
import { AccountStream } from '../stream/account-stream.js';
import { UserChangeStore } from '../user-change.store.js';
import { parseName, toUserView } from '../user.rules.js';
import { UserStore } from '../user.store.js';

@Controller()
export class UsersController {
  constructor(
    private readonly users: UserStore,
    private readonly changes: UserChangeStore,
    private readonly accounts: AccountStream,
  ) {}

  @Handles(getUser)
  async get({ userId }: RequestOf<typeof getUser>) {
    return { user: toUserView(await this.users.get(userId)) };
  }

  @Handles(countUsers)
  async count() {
    const [users, activeSuperAdmins] = await Promise.all([this.users.count(), this.users.countActiveSuperAdmins()]);
    return { users, activeSuperAdmins };
  }

  @Handles(listUsers)
  async list({ limit, cursor }: RequestOf<typeof listUsers>, context: MessageContext) {
    requireSuperAdmin(context);
    const { users, nextCursor } = await this.users.list(limit, cursor);
    return { users: users.map(toUserView), nextCursor };
  }

  @Handles(readPersonHistory)
  async history({ userId }: RequestOf<typeof readPersonHistory>, context: MessageContext) {
    requireSuperAdmin(context);
    await this.users.get(userId);
    return { entries: personHistory(await this.accounts.history(userId)) };
  }

  @Handles(updateUser)
  async update({ userId, ...change }: RequestOf<typeof updateUser>, context: MessageContext) {
    requireSuperAdmin(context);
    const { firstName, lastName } = change;
    const parsed = {
      ...change,
      ...(firstName === undefined ? {} : { firstName: parseName(firstName, 'First name') }),
      ...(lastName === undefined ? {} : { lastName: parseName(lastName, 'Last name') }),
    };
    const user = await this.changes.change(userId, parsed, context);
    return { user: toUserView(user) };
  }
}
