import { listUsers, updateUser, updateUserRoute, type MessageContext, type UserView } from '@outlay/contracts';
import { SeededRandom } from '@outlay/seed';
import { resultOf } from './claims.js';
import { countAt, messageOf, Tally, type Check } from './check.js';
import { addPerson, logIn, withInstallation, type Installation, type SignedIn } from './installation.js';

type Pair = readonly [SignedIn, SignedIn];
type Demotion = { readonly role: 'partner' } | { readonly status: 'inactive' };
const DEMOTIONS: readonly [Demotion, Demotion] = [{ role: 'partner' }, { status: 'inactive' }];
const BOTH = [0, 1] as const;

export const lastSuperAdmin: Check = {
  number: 3,
  name: 'at least one active super admin',
  fullScale: 1000,
  run: (context, scale) =>
    withInstallation(async (installation) => {
      const count = countAt(1000, scale);
      const tally = new Tally(context, count);
      const random = new SeededRandom(`super admins ${context.seed}`);
      let pair: Pair = [installation.admin, await addPerson(installation, 'super_admin', 'second')];
      let bothRejected = 0;
      for (let index = 0; index < count; index += 1) {
        const targets: Pair = random.boolean(0.75) ? [pair[1], pair[0]] : pair;
        const demotions = [random.pick(DEMOTIONS), random.pick(DEMOTIONS)] as const;
        const done = await race(installation, pair, targets, demotions).catch(messageOf);
        const users = await usersOf(installation);
        const problem = typeof done === 'string' ? done : superAdminProblem(users);
        tally.add(problem && `${problem} after ${JSON.stringify(demotions)}`);
        if (done === 0) bothRejected += 1;
        pair = await restorePair(installation, pair, users);
      }
      tally.note(`Both changes were rejected in ${bothRejected} races, one of them in the others.`);
      return tally.outcome();
    }),
};

export function superAdminProblem(users: readonly Pick<UserView, 'role' | 'status'>[]): string | null {
  return users.some(({ role, status }) => role === 'super_admin' && status === 'active')
    ? null
    : 'No active super admin';
}

async function race(
  { api }: Installation,
  pair: Pair,
  targets: Pair,
  demotions: readonly [Demotion, Demotion],
): Promise<number> {
  const change = (index: 0 | 1) => {
    const { token } = pair[index];
    return resultOf(
      api.call(updateUserRoute, { token, params: { id: targets[index].user.id }, body: demotions[index] }),
    );
  };
  const results = await Promise.all(BOTH.map(change));
  return results.filter((result) => 'reply' in result).length;
}

/** Users are listed by message: after a violation, nobody may list them over REST. */
async function usersOf({ product }: Installation): Promise<UserView[]> {
  return (await product.messages.call(listUsers, { limit: 10, cursor: null }, systemContext)).users;
}

/** A deactivated super admin needs a new session. */
async function restorePair({ product, api }: Installation, pair: Pair, users: readonly UserView[]): Promise<Pair> {
  const restore = async (one: SignedIn): Promise<SignedIn> => {
    const now = users.find(({ id }) => id === one.user.id);
    if (now?.role === 'super_admin' && now.status === 'active') return one;
    await product.messages.call(
      updateUser,
      { userId: one.user.id, role: 'super_admin', status: 'active' },
      systemContext,
    );
    return now?.status === 'active' ? one : logIn(api, one.user.first_name);
  };
  return [await restore(pair[0]), await restore(pair[1])];
}

const systemContext: MessageContext = {
  actor: {
    id: 'checks',
    email: 'checks@example.org',
    name: 'Verify',
    role: 'super_admin',
    reimbursementCurrency: 'EUR',
  },
  correlationId: 'checks',
};
