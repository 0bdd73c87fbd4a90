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
import type { Faults } from '@outlay/event-store/testing';
import { eventually, minimalPdf } from '@outlay/testing';
import { backing, type BackingServer } from '@outlay/testing/backing/index';
import {
  DocumentProxy,
  send,
  causeOf,
  describeScaled,
  withFault,
  expectStatus,
  findServers,
  Load,
  Timings,
  metric,
  metricOf,
  readinessOf,
  ScaledDriver,
  PROJECTED,
  type TimedResponse,
  type Part,
  type ScaledProduct,
  type Servers,
} from './testing/index.js';

/** `OUTAGE_MS=30000` for the outage of a release test. */
const OUTAGE_MS = Number(process.env.OUTAGE_MS ?? 0);
const IMMEDIATE_MS = 100;
/** `UNWRITABLE_MS=60000` for the outage of a release test. */
const UNWRITABLE_MS = Number(process.env.UNWRITABLE_MS ?? 8_000);
const LAG = 'outlay_projection_lag_events';
const CALLERS = 6;
/** The time is longer than the deadlines of an append and of its request. */
const HELD_MS = 6000;

/** Thirteen processes start at once. */
const SET_UP_MS = 300_000;

jest.setTimeout(120_000);

const timings = new Timings('Faults of the scaled composition, measured times and bounds:');

describeScaled(await findServers({ faults: true }), 'the scaled product with faults', (startServers) => {
  let servers: Servers;
  /** Only the expenses service uses it, so logins still work without it. */
  let readModels: BackingServer;
  let documents: DocumentProxy;
  let driver: ScaledDriver;
  let product: ScaledProduct;
  let setUp: Promise<void> | undefined;

  beforeAll(() => (setUp = start()), SET_UP_MS);
  afterAll(async () => {
    // Jest stops waiting at its limit; processes that start afterwards would keep it from ending.
    await setUp?.catch(() => undefined);
    timings.print();
    await driver?.product.close();
    await documents?.close();
    await readModels?.close();
    await servers?.close();
  }, SET_UP_MS);

  async function start(): Promise<void> {
    servers = await startServers();
    const mongo = await backing('mongo', { durable: true });
    if (mongo.missing !== null) throw new Error(mongo.missing);
    readModels = await mongo.start();
    documents = await DocumentProxy.start(readModels.url);
    driver = await ScaledDriver.start(servers, {
      instances: { expenses: 2, gateway: 2, 'report-worker': 2 },
      envOf: { expenses: { MONGO_URL: documents.url } },
    });
    product = driver.product;
  }

  /** The fastest of five calls counts, because a busy machine only adds time. */
  async function expectUnavailable(what: string, call: () => Promise<TimedResponse>): Promise<void> {
    const responses: TimedResponse[] = [];
    for (let n = 0; n < 5; n += 1) responses.push(await call());
    for (const { status, headers } of responses) {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    timings.record(what, IMMEDIATE_MS, Math.min(...responses.map(({ ms }) => ms)));
  }

  const eventStore = () => {
    if (!servers.eventStore) throw new Error('The event store has no faults');
    return servers.eventStore;
  };

  const appendsFault = (append: Faults['append']) => {
    eventStore().faults.append = append;
  };
  const projected = () => metricOf(product.of('expenses'), PROJECTED);
  const written = () => eventStore().log.events.length;
  const succeeds = async (call: Promise<TimedResponse>) => (await call).status < 300;
  const isReady = async (part: Part) => (await readinessOf(part)).status === 200;

  async function restart(part: Part): Promise<Part> {
    await part.stop();
    const again = await product.add(part.name, { port: Number(new URL(part.origin).port) });
    timings.record(`${part.name} restarted: ready`, 10_000, again.startedInMs);
    return again;
  }

  describe('NATS', () => {
    const key = randomUUID();

    it('dies during a request: 504 by the deadline, then 503 at once, also from a gateway started meanwhile', async () => {
      const before = written();
      appendsFault('writes and never replies');
      // The append would otherwise be found in its stream and the request answered.
      const unfollow = eventStore().log.follow(() => (eventStore().faults.read = 'never replies'));
      const request = driver.submit({ key });
      await eventually(() => written() > before);
      const died = performance.now();
      await servers.nats.kill();
      unfollow();
      Object.assign(eventStore().faults, { append: null, read: null });
      const gateway = await product.add('gateway', { until: 'live' });
      const response = await request;
      expect(response.status).toBe(504);
      timings.record('NATS dies during a request: 504', 5_000, response.ms);
      await expectUnavailable('NATS down: 503', () => driver.list());
      await expectUnavailable('NATS down at the start: 503', () => driver.list(gateway.origin));
      expect(await isReady(gateway)).toBe(false);
      await setTimeout(Math.max(0, OUTAGE_MS - (performance.now() - died)));
    });

    it('comes back: every part serves, and a retried request has one effect', async () => {
      await servers.nats.restart();
      const [, , latest] = product.of('gateway');
      const origins = product.of('gateway').map(({ origin }) => origin);
      await timings.recordUntil('NATS back: serving through each gateway', 2_000, async () => {
        const responses = await Promise.all(origins.map((origin) => succeeds(driver.list(origin))));
        return responses.every(Boolean);
      });
      await eventually(async () => (await Promise.all(product.parts.map(isReady))).every(Boolean));
      expectStatus(createExpenseRoute, await driver.submit({ key }));
      expect(await driver.listed(key)).toHaveLength(1);
      await latest?.stop();
    });
  });

  describe('a service', () => {
    it('absent: 503 at once', async () => {
      await product.one('fx').stop();
      const query = { from: 'USD', to: 'EUR', date: '2026-01-05' } as const;
      await expectUnavailable('A service absent: 503', () => driver.asAdmin(exchangeRateRoute, { query }));
      await product.add('fx');
      expectStatus(exchangeRateRoute, await driver.asAdmin(exchangeRateRoute, { query }));
    });

    it('killed during a request: 504 by the deadline, and another instance serves the retry', async () => {
      const failing = await product.add('expenses', { env: { FAILPOINT: 'events-appended' } });
      const killed = await eventually(async () => {
        const key = randomUUID();
        const response = await driver.submit({ key });
        return response.status === 201 ? null : { key, response };
      }, 30_000);
      await failing.exited;
      expect(killed.response.status).toBe(504);
      timings.record('A service killed during a request: 504', 5_000, killed.response.ms);
      const retried = await driver.submit({ key: killed.key });
      expect(retried.status).toBe(201);
      timings.record('The retry, by another instance', 1_000, retried.ms);
      expect(await driver.listed(killed.key)).toHaveLength(1);
    });

    it('stopped under load: no request fails', async () => {
      const load = new Load(CALLERS, (caller) => (caller % 2 ? driver.list() : driver.submit()));
      try {
        for (const leaving of product.of('expenses')) {
          await product.add('expenses');
          await leaving.stop();
          await load.continues();
        }
      } finally {
        await load.stop();
      }
      expect(load.failures).toEqual([]);
      expect(product.of('expenses')).toHaveLength(2);
    });

    it('a gateway stopped under load with keep-alive connections: no request fails for clients with another gateway', async () => {
      const [leaving, staying] = product.of('gateway');
      if (!leaving || !staying) throw new Error('Two gateways are needed');
      // Like a load balancer, retries refused connections at the other gateway.
      const call = (caller: number, origin: string) => (caller % 2 ? driver.list(origin) : driver.submit({ origin }));
      const load = new Load(CALLERS, async (caller) => {
        try {
          return await call(caller, leaving.origin);
        } catch (error) {
          if (causeOf(error) !== 'ECONNREFUSED') throw error;
          return call(caller, staying.origin);
        }
      });
      try {
        await load.continues();
        await leaving.stop();
        await load.continues();
      } finally {
        await load.stop();
      }
      expect(load.failures).toEqual([]);
      await product.add('gateway', { port: Number(new URL(leaving.origin).port) });
    });
  });

  describe('the event store', () => {
    async function expectWritesRejected(key: string, what: string, statuses: readonly number[]): Promise<void> {
      const before = written();
      const response = await driver.submit({ key });
      expect(statuses).toContain(response.status);
      timings.record(`The event store ${what}: writes ${response.status}`, 3_000, response.ms);
      expect(written()).toBe(before);
      expect((await driver.list()).status).toBe(200);
    }
    async function expectRetryCreatesOne(key: string): Promise<void> {
      await eventually(() => succeeds(driver.submit({ key })));
      expect(await driver.listed(key)).toHaveLength(1);
    }

    it('down: writes are rejected, reads work; back: the subscription resumes', async () => {
      const key = randomUUID();
      await withFault(
        () => eventStore().stop(),
        () => eventStore().restart(),
        () => expectWritesRejected(key, 'down', [503]),
      );
      const [back, before] = [performance.now(), await projected()];
      await expectRetryCreatesOne(key);
      await eventually(async () => (await projected()) > before);
      timings.record('The event store back: subscription resumed', 5_000, performance.now() - back);
    });

    it('slow: writes are rejected by the deadline', async () => {
      const key = randomUUID();
      await withFault(
        () => appendsFault('never replies'),
        () => appendsFault(null),
        () => expectWritesRejected(key, 'slow', [504]),
      );
      await expectRetryCreatesOne(key);
    });

    it('frozen: the outcome of a write is unknown, and a retry finds the late write', async () => {
      const key = randomUUID();
      const before = written();
      await withFault(
        () => appendsFault({ slowBy: HELD_MS }),
        () => appendsFault(null),
        () => expectWritesRejected(key, 'frozen', [504]),
      );
      await eventually(() => written() > before, 2 * HELD_MS);
      await expectRetryCreatesOne(key);
    });

    it('read-only: writes are rejected', async () => {
      const key = randomUUID();
      await withFault(
        () => appendsFault('read-only'),
        () => appendsFault(null),
        () => expectWritesRejected(key, 'read-only', [503]),
      );
      await expectRetryCreatesOne(key);
    });
  });

  describe('the document store', () => {
    it('of the read models down: reads are rejected, commands succeed, and the read models catch up', async () => {
      const keys = [randomUUID(), randomUUID()];
      await withFault(
        () => readModels.stop(),
        () => readModels.restart(),
        async () => {
          const read = await driver.list();
          expect(read.status).toBe(503);
          timings.record('Read models down: reads 503', 2_000, read.ms);
          for (const key of keys) {
            const landed = await driver.submit({ key });
            expect(landed.status).toBe(201);
            timings.record('Read models down: a command succeeds', 5_000, landed.ms);
          }
        },
      );
      await timings.recordUntil('Read models back: caught up', 10_000, async () => {
        const found = await Promise.all(keys.map((key) => driver.listed(key).catch(() => [])));
        return found.every(({ length }) => length === 1);
      });
    });

    it('cannot be written for a while, and an instance starts within it: all shows, and heals', async () => {
      const [stays, restarts] = product.of('expenses');
      if (!stays || !restarts) throw new Error('There are no two instances');
      const key = randomUUID();
      expect((await driver.list()).status).toBe(200);
      const fresh = await withFault(
        () => (documents.faultOf = () => 'full'),
        () => (documents.faultOf = () => null),
        async () => {
          const until = performance.now() + UNWRITABLE_MS;
          const landed = await driver.submit({ key });
          expect(landed.status).toBe(201);
          timings.record('Read models unwritable: a command succeeds', 5_000, landed.ms);
          await timings.recordUntil('Read models unwritable: the lag shows', 10_000, async () => {
            const lags = await Promise.all([stays, restarts].map((part) => metric(part, LAG)));
            return lags.every((lag) => lag > 0);
          });
          await restarts.stop();
          const started = await product.add('expenses', { until: 'live' });
          await setTimeout(Math.max(0, until - performance.now()));
          expect(await Promise.all([stays, started].map(isReady))).toEqual([false, false]);
          expect((await driver.list()).status).toBe(200);
          return started;
        },
      );
      await timings.recordUntil('Read models writable again: both instances are ready', 30_000, async () =>
        (await Promise.all([stays, fresh].map(isReady))).every(Boolean),
      );
      await timings.recordUntil('Read models writable again: caught up', 10_000, async () => {
        const lags = await Promise.all([stays, fresh].map((part) => metric(part, LAG)));
        return (await driver.listed(key)).length === 1 && lags.every((lag) => lag === 0);
      });
    });

    it('cut off while indexes are first made: the part gets them at the next attempt', async () => {
      const cut: string[] = [];
      const fresh = new URL(documents.url);
      fresh.pathname = '/outlay-cut';
      const part = await withFault(
        () => {
          documents.faultOf = (command) => {
            if (command !== 'createIndexes' || cut.length > 2) return null;
            cut.push(command);
            return 'cut';
          };
        },
        () => (documents.faultOf = () => null),
        () => product.add('reports', { env: { MONGO_URL: fresh.href } }),
      );
      expect(cut).toHaveLength(3);
      timings.record('Index creation cut three times: ready', 30_000, part.startedInMs);
      await part.stop();
    });

    it('frozen for all services: 503 by the deadline, then served again', async () => {
      await withFault(
        () => servers.mongo.pause(),
        () => servers.mongo.resume(),
        async () => {
          const { status, ms } = await driver.list();
          expect(status).toBe(503);
          timings.record('Document stores frozen: reads 503', 4_000, ms);
        },
      );
      await timings.recordUntil('Document stores thawed: serving', 5_000, () => succeeds(driver.list()));
    });

    it('down for all services: 503 by the deadline, then served again', async () => {
      await withFault(
        () => servers.mongo.stop(),
        () => servers.mongo.restart(),
        async () => {
          const credentials = { email: 'a@example.org', password: 'Wrong-Horse-7' };
          const responses = {
            reads: await driver.list(),
            writes: await driver.submit(),
            logins: await send(product.origin, loginRoute, { body: credentials }),
          };
          for (const [what, { status, ms }] of Object.entries(responses)) {
            expect(status).toBe(503);
            timings.record(`Document stores down: ${what} 503`, 4_000, ms);
          }
        },
      );
      await timings.recordUntil('Document stores back: serving', 5_000, () => succeeds(driver.list()));
    });
  });

  describe('reports', () => {
    const isReportReady = (paymentId: string) => driver.readyReport(paymentId);

    it('with Redis down, then wiped: payment succeeds, and the report is generated later', async () => {
      const expense = await driver.approved();
      const payment = await withFault(
        () => servers.redis.stop(),
        () => servers.redis.restart(),
        async () => {
          const paid = expectStatus(payExpensesRoute, await driver.pay(expense));
          const pending = (await driver.reports()).find((report) => report.payment_id === paid.payment_id);
          expect(pending?.status).toBe('pending');
          const params = { filename: pending?.filename ?? '' };
          const download = await driver.asAdmin(downloadReportRoute, { params });
          expect([409, 503]).toContain(download.status);
          expect(Number(download.headers.get('retry-after'))).toBeGreaterThan(0);
          return paid;
        },
      );

      for (const worker of product.of('report-worker')) await worker.stop();
      const lost = await driver.payOne();
      await wipe(servers.redis);
      const wiped = performance.now();
      await Promise.all([product.add('report-worker'), product.add('report-worker')]);
      await eventually(async () => (await isReportReady(lost)) && (await isReportReady(payment.payment_id)), 90_000);
      timings.record('Redis wiped: the report is ready', 60_000, performance.now() - wiped);
    });

    it('of a killed worker: generated by another', async () => {
      await product.one('report-worker').stop();
      const failing = await product.add('report-worker', { env: { FAILPOINT: 'report-file-stored' } });
      let died: number | null = null;
      void failing.exited.then(() => (died = performance.now()));
      const paymentId = await eventually(async () => {
        const paid = await driver.payOne();
        await eventually(async () => died !== null || (await isReportReady(paid)), 30_000);
        return died !== null && paid;
      }, 60_000);
      await eventually(() => isReportReady(paymentId), 30_000);
      timings.record('A worker killed: report of another', 15_000, performance.now() - (died ?? 0));
      await product.add('report-worker');
    });
  });

  it('the blob store down: an upload is rejected without effect, lists work', async () => {
    const receipt = new File([new Uint8Array(minimalPdf('receipt'))], 'receipt.pdf', { type: 'application/pdf' });
    const [before, key] = [written(), randomUUID()];
    await withFault(
      () => servers.s3.stop(),
      () => servers.s3.restart(),
      async () => {
        const upload = await driver.submit({ key, receipt });
        expect(upload.status).toBe(503);
        timings.record('The blob store down: uploads 503', 5_000, upload.ms);
        expect(written()).toBe(before);
        expect((await driver.list()).status).toBe(200);
        expect((await driver.submit()).status).toBe(201);
      },
    );
    const { expense } = await eventually(async () => {
      const response = await driver.submit({ key, receipt });
      return response.status === 201 && expectStatus(createExpenseRoute, response);
    });
    const filename = expense.receipt ?? '';
    expect((await driver.asAdmin(receiptFileRoute as Route, { params: { filename } })).status).toBe(200);
  });

  it('each part is ready again after a restart', async () => {
    for (const name of ['auth', 'invites', 'fx', 'reports', 'expenses', 'audit', 'report-worker', 'gateway'] as const) {
      await restart(product.one(name));
    }
    expectStatus(createExpenseRoute, await driver.submit());
  });
});

async function wipe({ url }: BackingServer): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('FLUSHALL\r\n');
  const [response] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  if (!response.toString().startsWith('+OK')) throw new Error(response.toString());
}
