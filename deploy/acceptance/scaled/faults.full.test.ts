import { jest } from '@jest/globals';
import { connect } from 'node:net';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import {
  createExpenseRoute,
  downloadReportRoute,
  exchangeRateRoute,
  loginRoute,
  payExpensesRoute,
  receiptFileRoute,
  type Route,
} from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { backing, type BackingServer } from '@outlay/testing/backing/index';
import {
  ask,
  causeOf,
  describeScaled,
  during,
  expectStatus,
  findServers,
  Load,
  Measured,
  metricOf,
  Office,
  PROJECTED,
  type Answer,
  type Part,
  type ScaledProduct,
  type Servers,
} from './testing/index.js';

/** How long NATS stays away; the thirty seconds of the bar by `OUTAGE_MS=30000`. */
const OUTAGE_MS = Number(process.env.OUTAGE_MS ?? 4_000);
const AT_ONCE_MS = 100;
const CALLERS = 6;

jest.setTimeout(120_000);

const measured = new Measured('Faults of the scaled composition, each time beside its bound:');

describeScaled(await findServers({ faults: true }), 'the scaled product in trouble', (start) => {
  let servers: Servers;
  /** The expenses service's own, so that its read models can be away while people can still sign in. */
  let readModels: BackingServer;
  let office: Office;
  let product: ScaledProduct;

  beforeAll(async () => {
    servers = await start();
    const mongo = await backing('mongo', { own: true });
    if (mongo.missing !== null) throw new Error(mongo.missing);
    readModels = await mongo.start();
    office = await Office.open(servers, {
      instances: { expenses: 2, gateway: 2, 'report-worker': 2 },
      envOf: { expenses: { MONGO_URL: readModels.url } },
    });
    product = office.product;
  });
  afterAll(async () => {
    measured.print();
    await office?.product.close();
    await readModels?.close();
    await servers?.close();
  });

  /** The quickest of a few, since a busy machine only ever adds. */
  async function refusedAtOnce(what: string, call: () => Promise<Answer>): Promise<void> {
    const answers: Answer[] = [];
    for (let n = 0; n < 5; n += 1) answers.push(await call());
    for (const { status, headers } of answers) {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    measured.within(what, AT_ONCE_MS, Math.min(...answers.map(({ ms }) => ms)));
  }

  const eventStore = () => {
    if (!servers.eventStore) throw new Error('There is no event store with faults');
    return servers.eventStore;
  };

  const appendsFault = (append: 'never replies' | 'read-only' | 'writes and never replies' | null) => {
    eventStore().faults.append = append;
  };
  const projected = () => metricOf(product.of('expenses'), PROJECTED);
  const written = () => eventStore().log.events.length;
  const succeeds = async (call: Promise<Answer>) => (await call).status < 300;
  const isReady = ({ operations }: Part) => fetch(`${operations}/ready`).then(({ ok }) => ok);

  /** Ends a part as an operator would, and starts it again where it served. */
  async function restart(part: Part): Promise<Part> {
    await part.stop();
    const again = await product.add(part.name, { port: Number(new URL(part.origin).port) });
    measured.within(`${part.name} started again: ready`, 10_000, again.startedInMs);
    return again;
  }

  describe('NATS', () => {
    const key = randomUUID();

    it('dies in the middle of a request: 504 by the deadline; then 503 at once, to whoever starts meanwhile as well', async () => {
      const before = written();
      appendsFault('writes and never replies');
      const asked = office.submit({ key });
      await eventually(() => written() > before);
      const died = performance.now();
      await servers.nats.kill();
      appendsFault(null);
      const gateway = await product.add('gateway', { until: 'live' });
      const answer = await asked;
      expect(answer.status).toBe(504);
      measured.within('NATS dies in the middle of a request: 504', 5_000, answer.ms);
      await refusedAtOnce('NATS down: 503', () => office.list());
      await refusedAtOnce('NATS down at the start: 503', () => office.list(gateway.origin));
      expect(await isReady(gateway)).toBe(false);
      await setTimeout(Math.max(0, OUTAGE_MS - (performance.now() - died)));
    });

    it('comes back: everybody serves, and the request asked again has had one effect', async () => {
      await servers.nats.restart();
      const [, , latest] = product.of('gateway');
      const origins = product.of('gateway').map(({ origin }) => origin);
      await measured.until('NATS back: serving through each gateway', 2_000, async () => {
        const answers = await Promise.all(origins.map((origin) => succeeds(office.list(origin))));
        return answers.every(Boolean);
      });
      await eventually(async () => (await Promise.all(product.parts.map(isReady))).every(Boolean));
      expectStatus(createExpenseRoute, await office.submit({ key }));
      expect(await office.listed(key)).toHaveLength(1);
      await latest?.stop();
    });
  });

  describe('a service', () => {
    it('absent: 503 at once', async () => {
      await product.one('fx').stop();
      const query = { from: 'USD', to: 'EUR', date: '2026-01-05' } as const;
      await refusedAtOnce('A service absent: 503', () => office.asAdmin(exchangeRateRoute, { query }));
      await product.add('fx');
      expectStatus(exchangeRateRoute, await office.asAdmin(exchangeRateRoute, { query }));
    });

    it('killed in the middle of a request: 504 by the deadline, and another instance serves the retry', async () => {
      const doomed = await product.add('expenses', { env: { FAILPOINT: 'events-appended' } });
      const killed = await eventually(async () => {
        const key = randomUUID();
        const answer = await office.submit({ key });
        return answer.status === 201 ? null : { key, answer };
      }, 30_000);
      await doomed.exited;
      expect(killed.answer.status).toBe(504);
      measured.within('A service killed in the middle of a request: 504', 5_000, killed.answer.ms);
      const retried = await office.submit({ key: killed.key });
      expect(retried.status).toBe(201);
      measured.within('The retry, by another instance', 1_000, retried.ms);
      expect(await office.listed(killed.key)).toHaveLength(1);
    });

    it('told to end under load: nobody notices', async () => {
      const load = new Load(CALLERS, (caller) => (caller % 2 ? office.list() : office.submit()));
      try {
        for (const leaving of product.of('expenses')) {
          const before = load.answered;
          await product.add('expenses');
          await leaving.stop();
          await eventually(() => load.answered > before + 4 * CALLERS);
        }
      } finally {
        await load.stop();
      }
      expect(load.failures).toEqual([]);
      expect(product.of('expenses')).toHaveLength(2);
    });

    it('a gateway told to end under load, with connections kept alive: nobody notices who knows another one', async () => {
      const [leaving, staying] = product.of('gateway');
      if (!leaving || !staying) throw new Error('Two gateways are needed');
      // As a balancer does: what never reached one is sent to the other.
      const call = (caller: number, origin: string) => (caller % 2 ? office.list(origin) : office.submit({ origin }));
      const load = new Load(CALLERS, async (caller) => {
        try {
          return await call(caller, leaving.origin);
        } catch (error) {
          if (causeOf(error) !== 'ECONNREFUSED') throw error;
          return call(caller, staying.origin);
        }
      });
      try {
        await eventually(() => load.answered > 4 * CALLERS);
        await leaving.stop();
        const before = load.answered;
        await eventually(() => load.answered > before + 4 * CALLERS);
      } finally {
        await load.stop();
      }
      expect(load.failures).toEqual([]);
      await product.add('gateway', { port: Number(new URL(leaving.origin).port) });
    });
  });

  describe('the event store', () => {
    /** What is refused is not there, and can be asked for again. */
    async function refusesWrites(key: string, what: string, statuses: readonly number[]): Promise<void> {
      const before = written();
      const answer = await office.submit({ key });
      expect(statuses).toContain(answer.status);
      measured.within(`The event store ${what}: writes ${answer.status}`, 3_000, answer.ms);
      expect(written()).toBe(before);
      expect((await office.list()).status).toBe(200);
    }
    async function landsOnce(key: string): Promise<void> {
      await eventually(() => succeeds(office.submit({ key })));
      expect(await office.listed(key)).toHaveLength(1);
    }

    it('down: writes are refused, reads go on; back, it is followed again', async () => {
      const key = randomUUID();
      await during(
        () => eventStore().stop(),
        () => eventStore().restart(),
        () => refusesWrites(key, 'down', [503]),
      );
      const [back, before] = [performance.now(), await projected()];
      await landsOnce(key);
      await eventually(async () => (await projected()) > before);
      measured.within('The event store back: followed again', 5_000, performance.now() - back);
    });

    it('slow: writes are refused in time', async () => {
      const key = randomUUID();
      await during(
        () => appendsFault('never replies'),
        () => appendsFault(null),
        () => refusesWrites(key, 'slow', [503, 504]),
      );
      await landsOnce(key);
    });

    it('read-only: writes are refused', async () => {
      const key = randomUUID();
      await during(
        () => appendsFault('read-only'),
        () => appendsFault(null),
        () => refusesWrites(key, 'read-only', [503]),
      );
      await landsOnce(key);
    });
  });

  describe('the document store', () => {
    it('of the read models down: reads are refused, commands land, and the read models catch up', async () => {
      const keys = [randomUUID(), randomUUID()];
      await during(
        () => readModels.stop(),
        () => readModels.restart(),
        async () => {
          const read = await office.list();
          expect(read.status).toBe(503);
          measured.within('Read models down: reads 503', 2_000, read.ms);
          for (const key of keys) {
            const landed = await office.submit({ key });
            expect(landed.status).toBe(201);
            measured.within('Read models down: a command lands', 5_000, landed.ms);
          }
        },
      );
      await measured.until('Read models back: caught up', 10_000, async () => {
        const found = await Promise.all(keys.map((key) => office.listed(key).catch(() => [])));
        return found.every(({ length }) => length === 1);
      });
    });

    it('frozen for all: refused in time, and served again', async () => {
      await during(
        () => servers.mongo.pause(),
        () => servers.mongo.resume(),
        async () => {
          const { status, ms } = await office.list();
          expect(status).toBe(503);
          measured.within('Document stores frozen: reads 503', 4_000, ms);
        },
      );
      await measured.until('Document stores thawed: serving', 5_000, () => succeeds(office.list()));
    });

    it('down for all: refused in time, and served again', async () => {
      await during(
        () => servers.mongo.stop(),
        () => servers.mongo.restart(),
        async () => {
          const credentials = { email: 'a@example.org', password: 'Wrong-Horse-7' };
          const answers = {
            reads: await office.list(),
            writes: await office.submit(),
            logins: await ask(product.origin, loginRoute, { body: credentials }),
          };
          for (const [what, { status, ms }] of Object.entries(answers)) {
            expect(status).toBe(503);
            measured.within(`Document stores down: ${what} 503`, 4_000, ms);
          }
        },
      );
      await measured.until('Document stores back: serving', 5_000, () => succeeds(office.list()));
    });
  });

  describe('reports', () => {
    const isMade = (paymentId: string) => office.readyReport(paymentId);

    it('with Redis down, then wiped: paying succeeds, the report is pending, and made later', async () => {
      const expense = await office.approved();
      const payment = await during(
        () => servers.redis.stop(),
        () => servers.redis.restart(),
        async () => {
          const paid = expectStatus(payExpensesRoute, await office.pay(expense));
          const pending = (await office.reports()).find((report) => report.payment_id === paid.payment_id);
          expect(pending?.status).toBe('pending');
          const params = { filename: pending?.filename ?? '' };
          const download = await office.asAdmin(downloadReportRoute, { params });
          expect([409, 503]).toContain(download.status);
          expect(Number(download.headers.get('retry-after'))).toBeGreaterThan(0);
          return paid;
        },
      );

      for (const worker of product.of('report-worker')) await worker.stop();
      const lost = await office.payOne();
      await wipe(servers.redis);
      const wiped = performance.now();
      await Promise.all([product.add('report-worker'), product.add('report-worker')]);
      await eventually(async () => (await isMade(lost)) && (await isMade(payment.payment_id)), 90_000);
      measured.within('Redis wiped: the report is made', 60_000, performance.now() - wiped);
    });

    it('of a worker that is killed: made by another', async () => {
      await product.one('report-worker').stop();
      const doomed = await product.add('report-worker', { env: { FAILPOINT: 'report-file-stored' } });
      let died: number | null = null;
      void doomed.exited.then(() => (died = performance.now()));
      const paymentId = await eventually(async () => {
        const paid = await office.payOne();
        await eventually(async () => died !== null || (await isMade(paid)), 30_000);
        return died !== null && paid;
      }, 60_000);
      await eventually(() => isMade(paymentId), 30_000);
      measured.within('A worker killed: another makes the report', 15_000, performance.now() - (died ?? 0));
      await product.add('report-worker');
    });
  });

  it('the blob store down: nothing is uploaded and nothing happens, lists go on', async () => {
    const receipt = new File(['%PDF-1.7\n% receipt\n%%EOF\n'], 'receipt.pdf', { type: 'application/pdf' });
    const [before, key] = [written(), randomUUID()];
    await during(
      () => servers.s3.stop(),
      () => servers.s3.restart(),
      async () => {
        const upload = await office.submit({ key, receipt });
        expect(upload.status).toBe(503);
        measured.within('The blob store down: uploads 503', 5_000, upload.ms);
        expect(written()).toBe(before);
        expect((await office.list()).status).toBe(200);
        expect((await office.submit()).status).toBe(201);
      },
    );
    const { expense } = await eventually(async () => {
      const answer = await office.submit({ key, receipt });
      return answer.status === 201 && expectStatus(createExpenseRoute, answer);
    });
    const filename = expense.receipt ?? '';
    expect((await office.asAdmin(receiptFileRoute as Route, { params: { filename } })).status).toBe(200);
  });

  it('each part started again is ready in ten seconds', async () => {
    for (const name of ['auth', 'invites', 'fx', 'reports', 'expenses', 'report-worker', 'gateway'] as const) {
      await restart(product.one(name));
    }
    expectStatus(createExpenseRoute, await office.submit());
  });
});

async function wipe({ url }: BackingServer): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('FLUSHALL\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  if (!answer.toString().startsWith('+OK')) throw new Error(answer.toString());
}
