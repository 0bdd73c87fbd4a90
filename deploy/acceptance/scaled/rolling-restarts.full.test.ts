import { randomUUID } from 'node:crypto';
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
  Measured,
  Office,
  type Answer,
  type Part,
  type Servers,
} from './testing/index.js';

/** How often everything is started anew; the twenty of the bar by `RESTARTS=20`. */
const RESTARTS = Number(process.env.RESTARTS ?? 4);
/** Between two calls of a caller: the load is steady, and leaves the starting processes a share of the machine. */
const PAUSE_MS = 100;

jest.setTimeout(120_000 + RESTARTS * 60_000);

const measured = new Measured('Rolling restarts under load, each time beside its bound:');

describeScaled(await findServers(), 'the scaled product, every part of it started anew under load', (start) => {
  let servers: Servers;
  let office: Office;
  beforeAll(async () => {
    servers = await start();
    office = await Office.open(servers, { instances: { expenses: 2, gateway: 2 } });
  });
  afterAll(async () => {
    measured.print();
    await office?.product.close();
    await servers?.close();
  });

  it('fails no request that one retry does not mend, and neither loses nor doubles anything', async () => {
    const { product } = office;
    const counted = { calls: 0, retried: [] as string[] };
    let gateways: readonly Part[] = product.of('gateway');
    let turn = 0;
    const nextOrigin = () => gateways[(turn += 1) % gateways.length]?.origin ?? '';

    /** A call through one gateway and, where that comes to nothing, once more through another when it was told to. */
    async function call<R extends Route>(route: R, send: (origin: string) => Promise<Answer>): Promise<RouteReply<R>> {
      counted.calls += 1;
      const [answer, failure] = await send(nextOrigin()).then(
        (answered) => [answered, `${route.path}: ${answered.status} ${JSON.stringify(answered.body)}`] as const,
        (error: unknown) => [null, `${route.path}: ${causeOf(error)}`] as const,
      );
      if (answer && answer.status < 500) return expectStatus(route, answer);
      counted.retried.push(failure);
      await setTimeout(1000 * Number(answer?.headers.get('retry-after') ?? 0));
      return expectStatus(route, await send(nextOrigin()));
    }

    const submitted: string[] = [];
    const payments: string[] = [];
    const submit = async (): Promise<ExpenseJson> => {
      const key = randomUUID();
      const { expense } = await call(createExpenseRoute, (origin) => office.submit({ key, origin }));
      submitted.push(key);
      return expense;
    };
    const pay = async () => {
      const { expense_id: id, revision } = await submit();
      const approval = { params: { id }, body: { revision } };
      const { expense } = await call(approveExpenseRoute, (origin) =>
        office.asAdmin(approveExpenseRoute, approval, origin),
      );
      const key = randomUUID();
      const paid = await call(payExpensesRoute, (origin) => office.pay(expense, { 'idempotency-key': key }, origin));
      payments.push(paid.payment_id);
    };
    const list = () => call(listOwnExpensesRoute, (origin) => office.list(origin, { limit: '20' }));

    let stopping = false;
    const load = [submit, submit, list, pay].map(async (work) => {
      while (!stopping) {
        await work();
        await setTimeout(PAUSE_MS);
      }
    });
    let slowestEnd = 0;
    /** Starts the next of a part before its last are told to end, as a cluster does. */
    async function replace(name: PartName): Promise<number> {
      const leaving = product.of(name);
      const fresh = await Promise.all(leaving.map(() => product.add(name)));
      if (name === 'gateway') gateways = fresh;
      const told = performance.now();
      await Promise.all(leaving.map((part) => part.stop()));
      slowestEnd = Math.max(slowestEnd, performance.now() - told);
      return Math.max(...fresh.map(({ startedInMs }) => startedInMs));
    }
    const restarts = async () => {
      const names = [...new Set(product.parts.map(({ name }) => name))];
      for (let restart = 1; restart <= RESTARTS; restart += 1) {
        const times: number[] = [];
        for (const name of names) times.push(await replace(name));
        measured.within(`Restart ${restart} of every part: the slowest is ready`, 10_000, Math.max(...times));
      }
    };
    try {
      await Promise.race([restarts(), Promise.all(load)]);
    } finally {
      stopping = true;
      process.stderr.write(`\n${counted.calls} calls, retried: ${counted.retried.join('; ') || 'none'}\n`);
    }
    await Promise.all(load);
    measured.within('The slowest to end when told to', 10_000, slowestEnd);

    const own = expectStatus(listOwnExpensesRoute, await office.list());
    expect(own.map(({ justification }) => justification).sort()).toEqual([...submitted].sort());
    expect(new Set(payments).size).toBe(payments.length);
    expect(own.filter(({ status }) => status === 'paid')).toHaveLength(payments.length);
    const reports = await eventually(async () => {
      const all = await office.reports();
      return all.length >= payments.length && all.every(({ status }) => status === 'ready') && all;
    }, 60_000);
    expect(reports.map(({ payment_id }) => payment_id).sort()).toEqual([...payments].sort());
  });
});
