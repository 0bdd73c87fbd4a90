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
import { claim } from '@outlay/testing/claims';
import { countAt, messageOf, Tally, type Check } from './check.js';
import { addPeople, withInstallation, type Installation, type SignedIn } from './installation.js';

const CONCURRENCY = 8;
const WRITES_A_PERSON = 60;

export const readYourWrites: Check = {
  number: 10,
  name: 'a person reads their own writes',
  fullScale: 10_000,
  run: (context, scale) =>
    withInstallation(async (installation) => {
      const pairs = countAt(10_000, scale);
      const writes = Math.ceil(pairs / 2);
      const tally = new Tally(context, writes * 2);
      const people = await addPeople(
        installation,
        'partner',
        'writer',
        Math.max(CONCURRENCY, Math.ceil(writes / WRITES_A_PERSON)),
      );
      const queue = people.entries();
      const work = async () => {
        for (const [index, person] of queue) {
          const random = new SeededRandom(`writes ${context.seed} ${index}`);
          const share = Math.floor(writes / people.length) + (index < writes % people.length ? 1 : 0);
          await writeAndRead(installation, person, random, share, tally);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
      tally.note(
        `${people.length} people wrote, ${CONCURRENCY} at a time; each write was read in their own and the admin's list.`,
      );
      tally.note('One instance; deploy/acceptance/scaled/instances.full.test.ts covers two.');
      return tally.outcome();
    }),
};

async function writeAndRead(
  { api, admin }: Installation,
  person: SignedIn,
  random: SeededRandom,
  writes: number,
  tally: Tally,
): Promise<void> {
  const current = new Map<string, ExpenseJson>();
  for (let count = 0; count < writes; count += 1) {
    const id = await write({ api, admin }, person, random, current);
    const expected = current.get(id) ?? null;
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

export function staleness(id: string, expected: Written | null, listed: readonly Written[]): string | null {
  const found = listed.find((expense) => expense.id === id) ?? null;
  if (!expected || !found) return expected === found ? null : `${id} is ${found ? 'still' : 'not'} listed`;
  const { status, amount, revision } = expected;
  const same = found.status === status && found.amount === amount && found.revision === revision;
  return same ? null : `${id} is listed as ${found.status} at revision ${found.revision}, not ${status} at ${revision}`;
}

async function write(
  { api, admin }: Pick<Installation, 'api' | 'admin'>,
  { token }: SignedIn,
  random: SeededRandom,
  current: Map<string, ExpenseJson>,
): Promise<string> {
  const amount = (random.int(1, 1_000_000) / 100).toFixed(2);
  const editable = [...current.values()].filter(({ status }) => status !== 'approved');
  const [first, ...others] = editable;
  const record = (expense: ExpenseJson) => {
    current.set(expense.id, expense);
    return expense.id;
  };
  if (!first || random.boolean(0.5)) {
    const body = claim({ amount, status: random.boolean(0.3) ? 'draft' : 'submitted' });
    return record((await api.call(createExpenseRoute, { token, body })).expense);
  }
  const { id, status } = random.pick([first, ...others]);
  const params = { id };
  if (status === 'draft' && random.boolean(0.5)) {
    await api.call(deleteDraftRoute, { token, params });
    current.delete(id);
    return id;
  }
  if (status === 'submitted' && random.boolean(0.5)) {
    // Random amounts may make duplicates.
    const body = { approve_anyway: true };
    return record((await api.call(approveExpenseRoute, { token: admin.token, params, body })).expense);
  }
  if (status === 'submitted' && random.boolean(0.5)) {
    const body = { admin_notes: 'Unreadable' };
    return record((await api.call(rejectExpenseRoute, { token: admin.token, params, body })).expense);
  }
  return record((await api.call(reviseExpenseRoute, { token, params, body: claim({ amount }) })).expense);
}
