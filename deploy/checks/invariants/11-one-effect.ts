import { isErrorBody, listAllExpensesRoute, listInvitesRoute } from '@outlay/contracts';
import { inParallel } from '@outlay/concurrency';
import { SeededRandom } from '@outlay/seed';
import type { EventStore } from '@outlay/event-store';
import { countAt, messageOf, Tally, type Check, type CheckContext } from './check.js';
import { killsAt, withCrashingProduct } from './crashing-product.js';
import {
  creationRequest,
  idempotentRequest,
  sendRequest,
  type KeyedResponse,
  type IdempotentRequest,
} from './idempotent-requests.js';
import { addPerson, addPeople, withInstallation, type Installation } from './installation.js';
import { readPaymentState } from './payment-state.js';

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
    await withInstallation((installation) => repeat(context, installation, tally, keys - kills));
    if (kills > 0) await repeatAfterKills(tally, kills);
    tally.note(`Each request was sent ${TIMES} times: concurrently, in sequence, or after client timeouts.`);
    tally.note(`${kills} responses were lost because the product was killed between its append and its reply.`);
    return tally.outcome();
  },
};

/** Tests replace `keyOf` to leave the key out. */
export async function repeat(
  { seed }: CheckContext,
  installation: Installation,
  tally: Tally,
  keys: number,
  keyOf: (index: number) => string | null = (index) => `checks-${seed}-${index}`,
): Promise<void> {
  const random = new SeededRandom(`keys ${seed}`);
  const owners = await addPeople(installation, 'partner', 'owner', KEYS_AT_ONCE);
  const results = await inParallel(
    Array.from({ length: keys }, (_, index) => index),
    KEYS_AT_ONCE,
    async (index) => {
      const request = await idempotentRequest(installation, owners[index % owners.length] ?? installation.admin, index);
      const key = keyOf(index);
      const responses = await sendRepeatedly(installation.origin, request, key, index, random).catch(messageOf);
      if (typeof responses === 'string') return { request, problem: responses };
      const other = await sendRequest(installation.origin, request, key, request.otherBody());
      return { request, problem: responsesProblem(request, responses) ?? reuseProblem(other) };
    },
  );
  const counts = await countEffects(installation, installation.product.eventStore);
  for (const { request, problem } of results) tally.add(problem ?? effectsProblem(request, counts));
}

async function sendRepeatedly(
  origin: string,
  request: IdempotentRequest,
  key: string | null,
  index: number,
  random: SeededRandom,
) {
  const send = (withinMs?: number) => sendRequest(origin, request, key, request.body(), withinMs);
  const responses: (KeyedResponse | null)[] = [];
  if (index % 3 === 0) responses.push(...(await Promise.all(Array.from({ length: TIMES }, () => send()))));
  for (let time = responses.length; time < TIMES; time += 1) {
    const timesOut = index % 3 === 1 && time < 2;
    responses.push(await send(timesOut ? random.int(1, 8) : undefined));
  }
  return responses.some((response) => response !== null) ? responses : [...responses, await send()];
}

function responsesProblem(
  { path, idIn }: IdempotentRequest,
  responses: readonly (KeyedResponse | null)[],
): string | null {
  const received = responses.flatMap((response) => response ?? []);
  const failed = received.find(({ status }) => status >= 300);
  if (failed) return `${path} returned ${failed.status} to a repetition: ${JSON.stringify(failed.body)}`;
  const ids = new Set(received.map(({ body }) => idOf(body, idIn)));
  return ids.size === 1 ? null : `${path} had ${ids.size} results: ${[...ids].join(', ')}`;
}

function reuseProblem(response: KeyedResponse | null): string | null {
  const isRejected =
    response?.status === 409 && isErrorBody(response.body) && response.body.code === 'IDEMPOTENCY_KEY_REUSED';
  return isRejected ? null : `Another payload with the same key returned ${response?.status}`;
}

function effectsProblem({ effects }: IdempotentRequest, counts: ReadonlyMap<string, number>): string | null {
  const wrong = Object.entries(effects).find(([what, count]) => (counts.get(what) ?? 0) !== count);
  return wrong ? `There are ${counts.get(wrong[0]) ?? 0} of ${wrong[0]}, not ${wrong[1]}` : null;
}

async function countEffects(
  { api, admin }: Pick<Installation, 'api' | 'admin'>,
  events: EventStore,
): Promise<Map<string, number>> {
  const { token } = admin;
  const { paidBy } = await readPaymentState(events, []);
  const names = [
    ...(await api.call(listAllExpensesRoute, { token })).map(({ justification }) => `expense ${justification}`),
    ...(await api.call(listInvitesRoute, { token })).map(({ email }) => `invite ${email}`),
    ...[...paidBy].flatMap(([id, payments]) => payments.map(() => `payment of ${id}`)),
  ];
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Killed after its append and before its reply, the product must return the result of the append to retries. */
async function repeatAfterKills(tally: Tally, kills: number): Promise<void> {
  await withCrashingProduct(async (product) => {
    const owner = await addPerson(product, 'partner', 'owner');
    for (let kill = 0; kill < kills; kill += 1) {
      const request = await creationRequest(owner, kill);
      await product.restart('events-appended');
      const send = () => sendRequest(product.origin, request, `killed-${kill}`, request.body());
      const responses = [await send()];
      await product.restartAfterCrash();
      while (responses.length < TIMES) responses.push(await send());
      const counts = await countEffects(product, product.events);
      tally.add(responsesProblem(request, responses) ?? effectsProblem(request, counts));
    }
  });
}

function idOf(body: unknown, path: string): string {
  return String(path.split('.').reduce<unknown>((value, name) => Object(value)[name], body));
}
