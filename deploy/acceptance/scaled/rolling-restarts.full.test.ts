import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { jest } from '@jest/globals';
import {
  approveExpenseRoute,
  createExpenseRoute,
  listOwnExpensesRoute,
  payExpensesRoute,
  type ExpenseJson,
  type Route,
  type RouteReply,
} from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import type { PartName } from '@outlay/composition';
import {
  causeOf,
  describeScaled,
  expectStatus,
  findServers,
  Timings,
  ScaledDriver,
  type TimedResponse,
  type Part,
  type Servers,
} from './testing/index.js';

/** `RESTARTS=20` is the number of the specification. */
const RESTARTS = Number(process.env.RESTARTS ?? 4);
/** Leaves CPU time to starting processes. */
const PAUSE_MS = 100;

const SECRETS = ['the-secret-before-the-change-0123456789', 'the-secret-after-the-change-9876543210'] as const;
/** The first restart makes the next secret known, and the second uses it (docs/operations.md, "Changing secrets"). */
const secretsOf = (restart: number) => {
  const [signing, accepted] = restart < 2 ? SECRETS : SECRETS.toReversed();
  return { JWT_SECRET: signing, ...(restart > 0 && { JWT_SECRET_ACCEPTED: accepted }) };
};

/** The restart with which the parts get another user of Redis, whose first one is removed after it. */
const REDIS_CHANGE = 2;
const REDIS_USER = { name: 'next', password: 'the-next-password' } as const;

async function commandRedis(url: string, command: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`${command}\r\n`);
  const [reply] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return reply.toString().trim();
}

jest.setTimeout(120_000 + RESTARTS * 60_000);

const timings = new Timings('Rolling restarts under load, measured times and bounds:');

describeScaled(await findServers(), 'the scaled product during rolling restarts under load', (start) => {
  let servers: Servers;
  let driver: ScaledDriver;
  beforeAll(async () => {
    servers = await start();
    driver = await ScaledDriver.start(servers, { instances: { expenses: 2, gateway: 2 }, env: secretsOf(0) });
  });
  afterAll(async () => {
    timings.print();
    await driver?.product.close();
    await servers?.close();
  });

  const envOf = (restart: number) => {
    const redis = new URL(servers.redis.url);
    redis.username = REDIS_USER.name;
    redis.password = REDIS_USER.password;
    return { ...secretsOf(restart), ...(restart >= REDIS_CHANGE && { REDIS_URL: redis.href }) };
  };
  const command = async (text: string) => expect(await commandRedis(servers.redis.url, text)).toBe('+OK');

  it('every request succeeds with at most one retry while secrets change, and nothing is lost or duplicated', async () => {
    const { product } = driver;
    const counted = { calls: 0, retried: [] as string[] };
    let gateways: readonly Part[] = product.of('gateway');
    let turn = 0;
    const nextOrigin = () => gateways[(turn += 1) % gateways.length]?.origin ?? '';

    /** Tries another gateway once, as Retry-After allows. */
    async function call<R extends Route>(
      route: R,
      send: (origin: string) => Promise<TimedResponse>,
    ): Promise<RouteReply<R>> {
      counted.calls += 1;
      const [response, failure] = await send(nextOrigin()).then(
        (answered) => [answered, `${route.path}: ${answered.status} ${JSON.stringify(answered.body)}`] as const,
        (error: unknown) => [null, `${route.path}: ${causeOf(error)}`] as const,
      );
      if (response && response.status < 500) return expectStatus(route, response);
      counted.retried.push(failure);
      await setTimeout(1000 * Number(response?.headers.get('retry-after') ?? 0));
      return expectStatus(route, await send(nextOrigin()));
    }

    const submitted: string[] = [];
    const payments: string[] = [];
    const submit = async (): Promise<ExpenseJson> => {
      const key = randomUUID();
      const { expense } = await call(createExpenseRoute, (origin) => driver.submit({ key, origin }));
      submitted.push(key);
      return expense;
    };
    const pay = async () => {
      const { expense_id: id, revision } = await submit();
      const approval = { params: { id }, body: { revision } };
      const { expense } = await call(approveExpenseRoute, (origin) =>
        driver.asAdmin(approveExpenseRoute, approval, origin),
      );
      const key = randomUUID();
      const paid = await call(payExpensesRoute, (origin) => driver.pay(expense, { 'idempotency-key': key }, origin));
      payments.push(paid.payment_id);
    };
    const list = () => call(listOwnExpensesRoute, (origin) => driver.list(origin, { limit: '20' }));

    let stopping = false;
    const load = [submit, submit, list, pay].map(async (work) => {
      while (!stopping) {
        await work();
        await setTimeout(PAUSE_MS);
      }
    });
    let slowestStop = 0;
    /** Starts new instances before it stops the old ones, as a cluster does. */
    async function replace(name: PartName, env: NodeJS.ProcessEnv): Promise<number> {
      const leaving = product.of(name);
      const fresh = await Promise.all(leaving.map(() => product.add(name, { env })));
      if (name === 'gateway') gateways = fresh;
      const stopped = performance.now();
      await Promise.all(leaving.map((part) => part.stop()));
      slowestStop = Math.max(slowestStop, performance.now() - stopped);
      return Math.max(...fresh.map(({ startedInMs }) => startedInMs));
    }
    const restarts = async () => {
      const names = [...new Set(product.parts.map(({ name }) => name))];
      for (let restart = 1; restart <= RESTARTS; restart += 1) {
        const times: number[] = [];
        if (restart === REDIS_CHANGE) {
          await command(`ACL SETUSER ${REDIS_USER.name} on >${REDIS_USER.password} ~* &* +@all`);
        }
        for (const name of names) times.push(await replace(name, envOf(restart)));
        if (restart === REDIS_CHANGE) await command('ACL SETUSER default off');
        timings.record(`Restart ${restart} of every part: the slowest is ready`, 10_000, Math.max(...times));
      }
    };
    try {
      await Promise.race([restarts(), Promise.all(load)]);
    } finally {
      stopping = true;
      process.stderr.write(`\n${counted.calls} calls, retried: ${counted.retried.join('; ') || 'none'}\n`);
    }
    await Promise.all(load);
    timings.record('The slowest part to stop', 10_000, slowestStop);

    const own = expectStatus(listOwnExpensesRoute, await driver.list());
    expect(own.map(({ justification }) => justification).sort()).toEqual([...submitted].sort());
    expect(new Set(payments).size).toBe(payments.length);
    expect(own.filter(({ status }) => status === 'paid')).toHaveLength(payments.length);
    const reports = await eventually(async () => {
      const all = await driver.reports();
      return all.length >= payments.length && all.every(({ status }) => status === 'ready') && all;
    }, 60_000);
    expect(reports.map(({ payment_id }) => payment_id).sort()).toEqual([...payments].sort());
  });
});
