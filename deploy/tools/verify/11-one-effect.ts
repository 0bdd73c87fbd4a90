import { isErrorBody, listAllExpensesRoute, listInvitesRoute } from '@outlay/contracts';
import { SeededRandom, inParallel } from '@outlay/seed';
import type { EventStore } from '@outlay/event-store';
import { countAt, messageOf, Tally, type Check, type CheckContext } from './check.js';
import { killsAt, withCrashingProduct } from './crashing-product.js';
import { creation, keyedCall, sendKeyed, type Answer, type KeyedCall } from './keyed-calls.js';
import { hire, hireMany, withProduct, type Office } from './open-product.js';
import { readPaymentFacts } from './payment-facts.js';

const KEYS = 2000;
const KILLS = 5;
const KEYS_AT_ONCE = 4;
const TIMES = 5;

export const oneEffect: Check = {
  number: 11,
  name: 'a retry has one effect',
  fullScale: KEYS,
  run: async (context, scale) => {
    const keys = countAt(KEYS, scale);
    const kills = killsAt(KILLS, scale);
    const tally = new Tally(context, keys);
    await withProduct((office) => repeat(context, office, tally, keys - kills));
    if (kills > 0) await repeatAfterKills(tally, kills);
    tally.note(`Each ${TIMES} times: at once, one after another, or after answers nobody waited for.`);
    tally.note(`${kills} of the answers were lost because the product was killed between its append and its reply.`);
    return tally.outcome();
  },
};

/** Repeats calls under keys; `keyOf` is exchanged by tests, which leave the key out. */
export async function repeat(
  { seed }: CheckContext,
  office: Office,
  tally: Tally,
  keys: number,
  keyOf: (index: number) => string | null = (index) => `verify-${seed}-${index}`,
): Promise<void> {
  const random = new SeededRandom(`keys ${seed}`);
  const owners = await hireMany(office, 'partner', 'owner', KEYS_AT_ONCE);
  const results = await inParallel(
    Array.from({ length: keys }, (_, index) => index),
    KEYS_AT_ONCE,
    async (index) => {
      const call = await keyedCall(office, owners[index % owners.length] ?? office.admin, index);
      const key = keyOf(index);
      const answers = await answersOf(office.origin, call, key, index, random).catch(messageOf);
      if (typeof answers === 'string') return { call, problem: answers };
      const other = await sendKeyed(office.origin, call, key, call.otherBody());
      return { call, problem: answersProblem(call, answers) ?? otherProblem(other) };
    },
  );
  const there = await countEffects(office, office.product.eventStore);
  for (const { call, problem } of results) tally.add(problem ?? effectsProblem(call, there));
}

async function answersOf(origin: string, call: KeyedCall, key: string | null, index: number, random: SeededRandom) {
  const send = (withinMs?: number) => sendKeyed(origin, call, key, call.body(), withinMs);
  const answers: (Answer | null)[] = [];
  if (index % 3 === 0) answers.push(...(await Promise.all(Array.from({ length: TIMES }, () => send()))));
  for (let time = answers.length; time < TIMES; time += 1) {
    const isImpatient = index % 3 === 1 && time < 2;
    answers.push(await send(isImpatient ? random.int(1, 8) : undefined));
  }
  // Who never hears how it went asks once more.
  return answers.some((answer) => answer !== null) ? answers : [...answers, await send()];
}

/** Every answer that came must be the same success. */
function answersProblem({ path, idIn }: KeyedCall, answers: readonly (Answer | null)[]): string | null {
  const came = answers.flatMap((answer) => answer ?? []);
  const refused = came.find(({ status }) => status >= 300);
  if (refused) return `${path} answered a repetition with ${refused.status}: ${JSON.stringify(refused.body)}`;
  const made = new Set(came.map(({ body }) => idOf(body, idIn)));
  return made.size === 1 ? null : `${path} made ${made.size} things: ${[...made].join(', ')}`;
}

function otherProblem(answer: Answer | null): string | null {
  const isRefused = answer?.status === 409 && isErrorBody(answer.body) && answer.body.code === 'IDEMPOTENCY_KEY_REUSED';
  return isRefused ? null : `Another body under the same key was answered with ${answer?.status}`;
}

function effectsProblem({ effects }: KeyedCall, there: ReadonlyMap<string, number>): string | null {
  const wrong = Object.entries(effects).find(([what, count]) => (there.get(what) ?? 0) !== count);
  return wrong ? `There are ${there.get(wrong[0]) ?? 0} of ${wrong[0]}, not ${wrong[1]}` : null;
}

/** What is there in the end, by the names that effects have. */
async function countEffects(
  { api, admin }: Pick<Office, 'api' | 'admin'>,
  events: EventStore,
): Promise<Map<string, number>> {
  const { token } = admin;
  const { paidBy } = await readPaymentFacts(events, []);
  const names = [
    ...(await api.call(listAllExpensesRoute, { token })).map(({ justification }) => `expense ${justification}`),
    ...(await api.call(listInvitesRoute, { token })).map(({ email }) => `invite ${email}`),
    ...[...paidBy].flatMap(([id, payments]) => payments.map(() => `payment of ${id}`)),
  ];
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The answer is lost with the product, which has appended: the retries after its return must find what was made. */
async function repeatAfterKills(tally: Tally, kills: number): Promise<void> {
  await withCrashingProduct(async (product) => {
    const owner = await hire(product, 'partner', 'owner');
    for (let kill = 0; kill < kills; kill += 1) {
      const call = await creation(owner, kill);
      await product.restart('events-appended');
      const send = () => sendKeyed(product.origin, call, `killed-${kill}`, call.body());
      const answers = [await send()];
      await product.revive();
      while (answers.length < TIMES) answers.push(await send());
      const there = await countEffects(product, product.events);
      tally.add(answersProblem(call, answers) ?? effectsProblem(call, there));
    }
  });
}

function idOf(body: unknown, path: string): string {
  return String(path.split('.').reduce<unknown>((value, name) => Object(value)[name], body));
}
