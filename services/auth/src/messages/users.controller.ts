import { Controller } from '@nestjs/common';
import {
  checkGrants,
  countUsers,
  dismissNotices,
  getUser,
  listUsers,
  readPersonHistory,
  readProfile,
  requireActor,
  requireReader,
  requireSuperAdmin,
  requireTrailReader,
  updateUser,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { Grants } from '../grants.js';
import { PastUsers } from '../past-users.js';
import { PeopleHistory } from '../people-history.js';
import { UserChangeStore } from '../user-change.store.js';
import { parseName, toManagedUser, toUserView } from '../user.rules.js';
import { UserStore } from '../user.store.js';

@Controller()
export class UsersController {
  constructor(
    private readonly users: UserStore,
    private readonly changes: UserChangeStore,
    private readonly people: PeopleHistory,
    private readonly past: PastUsers,
    private readonly grants: Grants,
  ) {}

  @Handles(getUser)
  async get({ userId }: RequestOf<typeof getUser>) {
    return { user: toUserView(await this.users.get(userId)) };
  }

  @Handles(readProfile)
  async profile(_request: RequestOf<typeof readProfile>, context: MessageContext) {
    const user = await this.users.get(requireActor(context).id);
    return { user: toUserView(user), notices: [...(user.notices ?? [])] };
  }

  @Handles(dismissNotices)
  async dismiss({ upTo }: RequestOf<typeof dismissNotices>, context: MessageContext) {
    await this.changes.dismissNotices(requireActor(context).id, upTo, context);
    return { done: true as const };
  }

  @Handles(countUsers)
  async count() {
    const [users, activeSuperAdmins] = await Promise.all([this.users.count(), this.users.countActiveSuperAdmins()]);
    return { users, activeSuperAdmins };
  }

  @Handles(checkGrants)
  async check(request: RequestOf<typeof checkGrants>) {
    return this.grants.check(request);
  }

  @Handles(listUsers)
  async list({ limit, cursor, asOf }: RequestOf<typeof listUsers>, context: MessageContext) {
    requireReader(context);
    const { users, nextCursor } =
      asOf === undefined ? await this.users.list(limit, cursor) : await this.past.list(limit, cursor, asOf);
    return { users: users.map(toManagedUser), nextCursor };
  }

  @Handles(readPersonHistory)
  async history({ userId }: RequestOf<typeof readPersonHistory>, context: MessageContext) {
    requireTrailReader(context);
    return { entries: await this.people.of(userId, context) };
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
    return { user: toManagedUser(user) };
  }
}
