import { Controller, Logger } from '@nestjs/common';
import {
  checkGrants,
  countUsers,
  dismissNotices,
  followPerson,
  findAccount,
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
import { Handles, MessageClient } from '@outlay/messaging';
import { normaliseEmail } from '@outlay/rules';
import { withDeadline } from '@outlay/time';
import { parseName, toManagedUser, toUserView } from '../domain/user.rules.js';
import { PastUsers } from '../history/past-users.js';
import { PeopleHistory } from '../history/people-history.js';
import { UserStore } from '../read-models/user.store.js';
import { AccountCommands } from '../workflows/account-commands.js';
import { Grants } from '../workflows/grants.js';

/** The time that following a change of names may add to the change. */
const FOLLOWED_WITHIN_MS = 1_000;

@Controller()
export class UsersController {
  private readonly logger = new Logger('Users');

  constructor(
    private readonly users: UserStore,
    private readonly commands: AccountCommands,
    private readonly people: PeopleHistory,
    private readonly past: PastUsers,
    private readonly grants: Grants,
    private readonly messages: MessageClient,
  ) {}

  @Handles(getUser)
  async get({ userId }: RequestOf<typeof getUser>) {
    return { user: toUserView(await this.users.get(userId)) };
  }

  @Handles(findAccount)
  async findAccount({ email }: RequestOf<typeof findAccount>) {
    const user = await this.users.findByEmail(normaliseEmail(email));
    return { user: user && toUserView(user) };
  }

  @Handles(readProfile)
  async profile(_request: RequestOf<typeof readProfile>, context: MessageContext) {
    const user = await this.users.get(requireActor(context).id);
    return { user: toUserView(user), notices: [...user.notices] };
  }

  @Handles(dismissNotices)
  async dismiss({ upTo }: RequestOf<typeof dismissNotices>, context: MessageContext) {
    await this.commands.dismissNotices(requireActor(context).id, upTo, context);
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
    const user = await this.commands.change(userId, parsed, context);
    if (firstName !== undefined || lastName !== undefined) await this.haveNamesFollowed(userId, context);
    return { user: toManagedUser(user) };
  }

  /** Lists show the names of today, and follow the events by themselves if this fails. */
  private async haveNamesFollowed(userId: string, context: MessageContext): Promise<void> {
    const followed = this.messages.call(followPerson, { userId }, context);
    await withDeadline(followed, FOLLOWED_WITHIN_MS, 'Following the names').catch((error: unknown) =>
      this.logger.warn(`Lists show the names of ${userId} a moment later: ${String(error)}`),
    );
  }
}
