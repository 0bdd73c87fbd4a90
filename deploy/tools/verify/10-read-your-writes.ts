import {
  approveExpenseRoute,
  createExpenseRoute,
  deleteDraftRoute,
  listAllExpensesRoute,
  listOwnExpensesRoute,
  rejectExpenseRoute,
  reviseExpenseRoute,
  type ExpenseJson,
} from '@outlay/contracts';
import { SeededRandom } from '@outlay/seed';
import { claim } from './claims.js';
import { countAt, messageOf, Tally, type Check } from './check.js';
import { hireMany, withProduct, type Office, type SignedIn } from './open-product.js';

const AT_ONCE = 8;
/** A list is compared after each write, so it should stay one a person could have. */
const WRITES_A_PERSON = 60;

export const readYourWrites: Check = {
  number: 10,
  name: 'a person reads what they wrote',
  fullScale: 10_000,
  run: (context, scale) =>
    withProduct(async (office) => {
      const pairs = countAt(10_000, scale);
      const writes = Math.ceil(pairs / 2);
      const tally = new Tally(context, writes * 2);
      const people = await hireMany(
        office,
        'partner',
        'writer',
        Math.max(AT_ONCE, Math.ceil(writes / WRITES_A_PERSON)),
      );
      const queue = people.entries();
      const work = async () => {
        for (const [index, person] of queue) {
          const random = new SeededRandom(`writes ${context.seed} ${index}`);
          const share = Math.floor(writes / people.length) + (index < writes % people.length ? 1 : 0);
          await writeAndRead(office, person, random, share, tally);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      tally.note(`${people.length} people wrote, ${AT_ONCE} at once, each pair against their own or the admin's list.`);
      tally.note('One instance; pairs over two of them are in deploy/acceptance/scaled/instances.full.test.ts.');
      return tally.outcome();
    }),
};

/** Writes, and at once looks for it in the person's own list and in the admin's. */
async function writeAndRead(
  { api, admin }: Office,
  person: SignedIn,
  random: SeededRandom,
  writes: number,
  tally: Tally,
): Promise<void> {
  const standing = new Map<string, ExpenseJson>();
  for (let write = 0; write < writes; write += 1) {
    const id = await oneWrite({ api, admin }, person, random, standing);
    const expected = standing.get(id) ?? null;
    for (const list of [
      () => api.call(listOwnExpensesRoute, { token: person.token }),
      () => api.call(listAllExpensesRoute, { token: admin.token, query: { user: person.user.id } }),
    ]) {
      const listed = await list().catch(messageOf);
      tally.add(typeof listed === 'string' ? listed : staleness(id, expected, listed));
    }
  }
}

type Written = Pick<ExpenseJson, 'id' | 'status' | 'amount' | 'revision'>;

/** How a list differs from what was answered to the last write of an expense; null where it does not. */
export function staleness(id: string, expected: Written | null, listed: readonly Written[]): string | null {
  const found = listed.find((expense) => expense.id === id) ?? null;
  if (!expected || !found) return expected === found ? null : `${id} is ${found ? 'still' : 'not'} listed`;
  const { status, amount, revision } = expected;
  const same = found.status === status && found.amount === amount && found.revision === revision;
  return same ? null : `${id} is listed as ${found.status} at revision ${found.revision}, not ${status} at ${revision}`;
}

/** Does something to a new or a standing expense; the id of that expense. */
async function oneWrite(
  { api, admin }: Pick<Office, 'api' | 'admin'>,
  { token }: SignedIn,
  random: SeededRandom,
  standing: Map<string, ExpenseJson>,
): Promise<string> {
  const amount = (random.int(1, 1_000_000) / 100).toFixed(2);
  const open = [...standing.values()].filter(({ status }) => status !== 'approved');
  const [first, ...rest] = open;
  const kept = (expense: ExpenseJson) => {
    standing.set(expense.id, expense);
    return expense.id;
  };
  if (!first || random.boolean(0.5)) {
    const body = claim({ amount, status: random.boolean(0.3) ? 'draft' : 'submitted' });
    return kept((await api.call(createExpenseRoute, { token, body })).expense);
  }
  const { id, status } = random.pick([first, ...rest]);
  const params = { id };
  if (status === 'draft' && random.boolean(0.5)) {
    await api.call(deleteDraftRoute, { token, params });
    standing.delete(id);
    return id;
  }
  if (status === 'submitted' && random.boolean(0.5)) {
    // Amounts may be alike by chance, and what is written here is not about duplicates.
    const body = { approve_anyway: true };
    return kept((await api.call(approveExpenseRoute, { token: admin.token, params, body })).expense);
  }
  if (status === 'submitted' && random.boolean(0.5)) {
    const body = { admin_notes: 'Unreadable' };
    return kept((await api.call(rejectExpenseRoute, { token: admin.token, params, body })).expense);
  }
  return kept((await api.call(reviseExpenseRoute, { token, params, body: claim({ amount }) })).expense);
}
