import { listUsers, updateUser, updateUserRoute, type MessageContext, type UserView } from '@outlay/contracts';
import { SeededRandom } from '@outlay/seed';
import { answerTo } from './claims.js';
import { countAt, messageOf, Tally, type Check } from './check.js';
import { hire, logIn, withProduct, type Office, type SignedIn } from './open-product.js';

type Pair = readonly [SignedIn, SignedIn];
type Loss = { readonly role: 'partner' } | { readonly status: 'inactive' };
const LOSSES: readonly [Loss, Loss] = [{ role: 'partner' }, { status: 'inactive' }];
const BOTH = [0, 1] as const;

export const lastSuperAdmin: Check = {
  number: 3,
  name: 'at least one active super admin',
  fullScale: 1000,
  run: (context, scale) =>
    withProduct(async (office) => {
      const count = countAt(1000, scale);
      const tally = new Tally(context, count);
      const random = new SeededRandom(`super admins ${context.seed}`);
      let pair: Pair = [office.admin, await hire(office, 'super_admin', 'second')];
      let bothRefused = 0;
      for (let race = 0; race < count; race += 1) {
        // Each takes the office of the other, or lays down their own.
        const targets: Pair = random.boolean(0.75) ? [pair[1], pair[0]] : pair;
        const losses = [random.pick(LOSSES), random.pick(LOSSES)] as const;
        const done = await raceOf(office, pair, targets, losses).catch(messageOf);
        const users = await usersOf(office);
        const problem = typeof done === 'string' ? done : superAdminProblem(users);
        tally.add(problem && `${problem} after ${JSON.stringify(losses)}`);
        if (done === 0) bothRefused += 1;
        pair = await restored(office, pair, users);
      }
      tally.note(`In ${bothRefused} races both changes were refused; in each other one of the two was made.`);
      return tally.outcome();
    }),
};

/** What is wrong with who there is, or null: somebody must be able to act as a super admin. */
export function superAdminProblem(users: readonly Pick<UserView, 'role' | 'status'>[]): string | null {
  return users.some(({ role, status }) => role === 'super_admin' && status === 'active') ? null : 'Nobody is left';
}

/** Both at once; how many of the two changes were made. */
async function raceOf({ api }: Office, pair: Pair, targets: Pair, losses: readonly [Loss, Loss]): Promise<number> {
  const change = (index: 0 | 1) => {
    const { token } = pair[index];
    return answerTo(api.call(updateUserRoute, { token, params: { id: targets[index].user.id }, body: losses[index] }));
  };
  const answers = await Promise.all(BOTH.map(change));
  return answers.filter((answer) => 'reply' in answer).length;
}

/** Not asked over REST: after a violation there would be nobody who may ask. */
async function usersOf({ product }: Office): Promise<UserView[]> {
  return (await product.messages.call(listUsers, { limit: 10, cursor: null }, keeper)).users;
}

/** The two in office again; a deactivation ended the sessions of who met it. */
async function restored({ product, api }: Office, pair: Pair, users: readonly UserView[]): Promise<Pair> {
  const restore = async (one: SignedIn): Promise<SignedIn> => {
    const now = users.find(({ id }) => id === one.user.id);
    if (now?.role === 'super_admin' && now.status === 'active') return one;
    await product.messages.call(updateUser, { userId: one.user.id, role: 'super_admin', status: 'active' }, keeper);
    return now?.status === 'active' ? one : logIn(api, one.user.first_name);
  };
  return [await restore(pair[0]), await restore(pair[1])];
}

const keeper: MessageContext = {
  actor: {
    id: 'verify',
    email: 'verify@example.org',
    name: 'Verify',
    role: 'super_admin',
    reimbursementCurrency: 'EUR',
  },
  correlationId: 'verify',
};
