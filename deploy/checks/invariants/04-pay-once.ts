import { approveExpenseRoute, createExpenseRoute, payExpensesRoute, type ExpenseJson } from '@outlay/contracts';
import { type Failpoint, inParallel } from '@outlay/concurrency';
import { SeededRandom, type RestClient } from '@outlay/seed';
import { claim } from '@outlay/testing/claims';
import { resultOf } from './claims.js';
import { countAt, messageOf, Tally, type Check, type CheckContext } from './check.js';
import { killsAt, withCrashingProduct, type CrashingProduct } from './crashing-product.js';
import { addPerson, addPeople, withInstallation, type Installation, type SignedIn } from './installation.js';
import { problemsAfterRecovery } from './payment-state.js';

const RACES = 500;
const KILLS = 20;
const PAYEES = 6;
const RACES_AT_ONCE = 3;
/** A kill can hit the middle of a payment of this size. */
const LARGE_BATCH = 30;

export const payOnce: Check = {
  number: 4,
  name: 'nothing paid twice; a payment has one report',
  fullScale: RACES + KILLS,
  run: async (context, scale) => {
    const races = countAt(RACES, scale);
    const kills = killsAt(KILLS, scale);
    const tally = new Tally(context, races + kills);
    await withInstallation((installation) => payOverlapping(context, installation, tally, races));
    if (kills > 0) await withCrashingProduct((product) => payUntilKilled(context, product, tally, kills));
    tally.note(`${races} rounds of concurrent overlapping batches, ${kills} rounds with a kill during the payments.`);
    return tally.outcome();
  },
};

type Payer = Pick<Installation, 'api' | 'admin'>;

async function payOverlapping(
  context: CheckContext,
  installation: Installation,
  tally: Tally,
  races: number,
): Promise<void> {
  const random = new SeededRandom(`payments ${context.seed}`);
  const payees = await addPeople(installation, 'partner', 'payee', PAYEES);
  const admins = [installation.admin, await addPerson(installation, 'super_admin', 'second')] as const;
  const batches: string[][] = [];
  const failures: string[] = [];
  await inParallel(
    Array.from({ length: races }, (_, race) => race),
    RACES_AT_ONCE,
    async (race) => {
      const batch = await approvedBatch(installation, payees[race % PAYEES] ?? admins[1], random.int(3, 6), race * 10);
      batches.push(batch.map(({ id }) => id));
      const parts = Array.from({ length: random.int(2, 4) }, () => partOf(batch, random));
      const paid = parts.map((part) => pay(installation.api, random.pick(admins), part));
      await Promise.all(paid).catch((error: unknown) => failures.push(messageOf(error)));
      context.onProgress(race + 1, races + KILLS);
    },
  );
  const problems = await problemsAfterRecovery(installation.product.eventStore, installation, batches);
  for (const index of batches.keys()) tally.add(problems[index] ?? failures.pop() ?? null);
}

const ANYWHERE = 'anywhere';
const KILL_POINTS: readonly (Failpoint | typeof ANYWHERE)[] = [
  ANYWHERE,
  'payment-midway',
  ANYWHERE,
  'before-enqueue',
  ANYWHERE,
  'events-appended',
  ANYWHERE,
  'report-file-stored',
  ANYWHERE,
  'zip-midway',
];

async function payUntilKilled(
  context: CheckContext,
  product: CrashingProduct,
  tally: Tally,
  kills: number,
): Promise<void> {
  const { api, admin } = product;
  const random = new SeededRandom(`killed payments ${context.seed}`);
  const payee = await addPerson(product, 'partner', 'payee');
  for (let kill = 0; kill < kills; kill += 1) {
    const batch = await approvedBatch(product, payee, LARGE_BATCH, kill * LARGE_BATCH);
    const killPoint = KILL_POINTS[kill % KILL_POINTS.length] ?? ANYWHERE;
    if (killPoint !== ANYWHERE) await product.restart(killPoint);
    // The response may be lost, but a started payment must complete.
    const paid = [batch.slice(2), batch.slice(0, -2)].map((part) => pay(api, admin, part).catch(() => undefined));
    if (killPoint === ANYWHERE) setTimeout(() => product.kill(), random.int(0, 80));
    await product.restartAfterCrash();
    await Promise.all(paid);
    const [problem = null] = await problemsAfterRecovery(product.events, product, [batch.map(({ id }) => id)]);
    tally.add(problem && `${problem}, killed ${killPoint}`);
  }
}

function approvedBatch(
  { api, admin }: Payer,
  { token }: SignedIn,
  size: number,
  cents: number,
): Promise<ExpenseJson[]> {
  return Promise.all(
    Array.from({ length: size }, async (_, index) => {
      const body = claim({ amount: (1 + (cents + index) / 100).toFixed(2) });
      const { expense } = await api.call(createExpenseRoute, { token, body });
      const params = { id: expense.id };
      return (await api.call(approveExpenseRoute, { token: admin.token, params, body: {} })).expense;
    }),
  );
}

function partOf(batch: readonly ExpenseJson[], random: SeededRandom): ExpenseJson[] {
  return random.shuffle(batch).slice(0, random.int(1, batch.length));
}

/** An overlapping batch may have paid the expenses, so a rejection is allowed. */
function pay(api: RestClient, { token }: SignedIn, batch: readonly ExpenseJson[]) {
  const body = { expense_ids: batch.map(({ id }) => id), user_name: batch[0]?.user_name ?? '' };
  return resultOf(api.call(payExpensesRoute, { token, body }));
}
