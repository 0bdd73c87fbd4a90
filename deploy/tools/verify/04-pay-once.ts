import {
  approveExpenseRoute,
  createExpenseRoute,
  listAllReportsRoute,
  payExpensesRoute,
  type ExpenseJson,
} from '@outlay/contracts';
import type { EventStore } from '@outlay/event-store';
import type { Failpoint } from '@outlay/failpoints';
import { SeededRandom, inParallel, type RestClient } from '@outlay/seed';
import { eventually } from '@outlay/testing/eventually';
import { answerTo, claim } from './claims.js';
import { countAt, messageOf, Tally, type Check, type CheckContext } from './check.js';
import { killsAt, withCrashingProduct, type CrashingProduct } from './crashing-product.js';
import { hire, hireMany, withProduct, type Office, type SignedIn } from './open-product.js';
import { paymentProblem, readPaymentFacts } from './payment-facts.js';

const RACES = 500;
const KILLS = 20;
const PAYEES = 6;
const RACES_AT_ONCE = 3;
const RECOVERY_MS = 30_000;
/** More than are paid at once, so that there is a middle to be killed in. */
const LARGE_BATCH = 30;

export const payOnce: Check = {
  number: 4,
  name: 'nothing paid twice; a payment has one report',
  fullScale: RACES + KILLS,
  run: async (context, scale) => {
    const races = countAt(RACES, scale);
    const kills = killsAt(KILLS, scale);
    const tally = new Tally(context, races + kills);
    await withProduct((office) => payOverlapping(context, office, tally, races));
    if (kills > 0) await withCrashingProduct((product) => payUntilKilled(context, product, tally, kills));
    tally.note(`${races} times overlapping batches at once, ${kills} times killed in the middle of them.`);
    return tally.outcome();
  },
};

type Payer = Pick<Office, 'api' | 'admin'>;

async function payOverlapping(context: CheckContext, office: Office, tally: Tally, races: number): Promise<void> {
  const random = new SeededRandom(`payments ${context.seed}`);
  const payees = await hireMany(office, 'partner', 'payee', PAYEES);
  const admins = [office.admin, await hire(office, 'super_admin', 'second')] as const;
  const asked: string[][] = [];
  const failures: string[] = [];
  await inParallel(
    Array.from({ length: races }, (_, race) => race),
    RACES_AT_ONCE,
    async (race) => {
      const batch = await approvedBatch(office, payees[race % PAYEES] ?? admins[1], random.int(3, 6), race * 10);
      asked.push(batch.map(({ id }) => id));
      const parts = Array.from({ length: random.int(2, 4) }, () => partOf(batch, random));
      const paid = parts.map((part) => pay(office.api, random.pick(admins), part));
      await Promise.all(paid).catch((error: unknown) => failures.push(messageOf(error)));
      context.onProgress(race + 1, races + KILLS);
    },
  );
  const problems = await settled(office.product.eventStore, office, asked);
  for (const index of asked.keys()) tally.add(problems[index] ?? failures.pop() ?? null);
}

const ANYWHERE = 'anywhere';
const DEATHS: readonly (Failpoint | typeof ANYWHERE)[] = [
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
  const payee = await hire(product, 'partner', 'payee');
  for (let kill = 0; kill < kills; kill += 1) {
    const batch = await approvedBatch(product, payee, LARGE_BATCH, kill * LARGE_BATCH);
    const death = DEATHS[kill % DEATHS.length] ?? ANYWHERE;
    if (death !== ANYWHERE) await product.restart(death);
    // An answer may come or not; what was begun must be finished either way.
    const paid = [batch.slice(2), batch.slice(0, -2)].map((part) => pay(api, admin, part).catch(() => undefined));
    if (death === ANYWHERE) setTimeout(() => product.kill(), random.int(0, 80));
    await product.revive();
    await Promise.all(paid);
    const [problem = null] = await settled(product.events, product, [batch.map(({ id }) => id)]);
    tally.add(problem && `${problem}, killed ${death}`);
  }
}

/** What is wrong with each of the batches once all is right or the time to recover is over. */
async function settled(events: EventStore, payer: Payer, asked: readonly string[][]): Promise<(string | null)[]> {
  let problems: (string | null)[] = [];
  await eventually(async () => {
    const reports = await payer.api.call(listAllReportsRoute, { token: payer.admin.token });
    const facts = await readPaymentFacts(events, reports);
    problems = asked.map((ids) => paymentProblem(ids, facts));
    return problems.every((problem) => problem === null);
  }, RECOVERY_MS).catch(() => undefined);
  return problems;
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

/** A refusal is an answer too: an overlapping batch may find everything paid. */
function pay(api: RestClient, { token }: SignedIn, batch: readonly ExpenseJson[]) {
  const body = { expense_ids: batch.map(({ id }) => id), user_name: batch[0]?.user_name ?? '' };
  return answerTo(api.call(payExpensesRoute, { token, body }));
}
