import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import {
  createExpenseRoute,
  listVerificationsRoute,
  payExpensesRoute,
  startVerificationRoute,
  timelineRoute,
} from '@outlay/contracts';
import { signUp } from '@outlay/harness/testing/people';
import { RestClient } from '@outlay/seed';
import { eventually } from '@outlay/testing';
import { breakGlass } from '@outlay/tools/admin/break-glass';
import { readConfig, type PartName } from '@outlay/composition';
import {
  describeScaled,
  withFault,
  expectStatus,
  findServers,
  Timings,
  metric,
  metricOf,
  readinessOf,
  ScaledDriver,
  PROJECTED,
  type Part,
  type ScaledProduct,
  type Servers,
} from './testing/index.js';

/** `PAIRS=10000` for a release test. */
const PAIRS = Number(process.env.PAIRS ?? 60);
const CONCURRENCY = 4;
const PAYMENTS = 6;

jest.setTimeout(120_000);

const timings = new Timings('Instances of the scaled composition, measured times and bounds:');

describeScaled(await findServers(), 'several instances of the parts', (start) => {
  let servers: Servers;
  let driver: ScaledDriver;
  let product: ScaledProduct;

  beforeAll(async () => {
    servers = await start();
    driver = await ScaledDriver.start(servers, { instances: { expenses: 2, gateway: 2, 'report-worker': 2 } });
    product = driver.product;
  });
  afterAll(async () => {
    timings.print();
    await product?.close();
    await servers?.close();
  });

  it('people read their own writes through any instance', async () => {
    const [one, other] = product.of('gateway').map(({ origin }) => origin);
    let stale = 0;
    const pairs = async () => {
      for (let pair = 0; pair < PAIRS / CONCURRENCY; pair += 1) {
        const key = randomUUID();
        expectStatus(createExpenseRoute, await driver.submit({ key, origin: one }));
        if ((await driver.listed(key, other)).length !== 1) stale += 1;
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, pairs));
    expect(stale).toBe(0);
    for (const part of product.of('expenses')) {
      for (const subject of ['expenses.create', 'expenses.list']) {
        const handled = await metric(part, `outlay_message_duration_seconds_count{subject="${subject}",outcome="ok"}`);
        expect(handled).toBeGreaterThan(PAIRS / 10);
      }
    }
  });

  it('verifies once for all who ask, with two instances at work, and any gateway tells the result', async () => {
    const origins = product.of('gateway').map(({ origin }) => origin);
    const ask = (n: number) => driver.asAdmin(startVerificationRoute, {}, origins[n % origins.length]);
    const started = await Promise.all(Array.from({ length: 8 }, (_, n) => ask(n)));
    const ids = started.map((response) => expectStatus(startVerificationRoute, response).id);
    expect(new Set(ids)).toEqual(new Set(['1']));
    await driver.submit();
    for (const origin of origins) {
      const run = await eventually(async () => {
        const [latest] = expectStatus(listVerificationsRoute, await driver.asAdmin(listVerificationsRoute, {}, origin));
        return latest?.status === 'running' ? null : latest;
      }, 30_000);
      expect(run).toMatchObject({ id: '1', status: 'passed', findings: [], failure: null, percent: 100 });
      expect(run?.events).toBeGreaterThan(PAIRS);
    }
    await eventually(async () => {
      const page = await driver.asAdmin(timelineRoute, { query: { kind: 'access' } });
      return expectStatus(timelineRoute, page).events.some(({ type }) => type === 'TrailVerified');
    });
  });

  it('an operator invites a super admin beside the running parts, which is in the trail', async () => {
    const email = 'jane@example.org';
    const link = await breakGlass(readConfig({ ...servers.environment }, '.'), { email, by: 'Ola' });
    const invite = new URL(link).searchParams.get('invite') ?? '';
    const jane = await signUp(new RestClient(product.origin), invite, { email, first: 'Jane', last: 'Doe' });
    expect(jane.user.role).toBe('super_admin');
    await eventually(async () => {
      const page = await driver.asAdmin(timelineRoute, { query: { kind: 'invite' } });
      const { events } = expectStatus(timelineRoute, page);
      return events.some(({ type, actor }) => type === 'InviteCreated' && actor?.email === 'Ola (operator)');
    });
  });

  it('a gateway with another secret does not become ready', async () => {
    const stranger = await product.add('gateway', { until: 'live', env: { JWT_SECRET: 'x'.repeat(40) } });
    const { status, parts } = await eventually(async () => {
      const readiness = await readinessOf(stranger);
      return 'messages' in readiness.parts && readiness;
    }, 10_000);
    expect([status, parts.messages]).toEqual([503, false]);
    await stranger.stop();
  });

  it('a part names the NATS that never answers, as soon as it can be asked', async () => {
    const silent = createServer();
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const part = await product.add('invites', { until: 'live', env: { NATS_URL: `nats://127.0.0.1:${port}` } });
    expect(await readinessOf(part)).toMatchObject({ status: 503, parts: { started: false } });
    await eventually(async () => (await readinessOf(part)).details.missing.includes('NATS_URL'), 10_000);
    await part.stop();
    silent.close();
  });

  it('another instance projects after the projector is killed', async () => {
    const projected = (part: Part) => metric(part, PROJECTED);
    const counts = await Promise.all(
      product.of('expenses').map(async (part) => ({ part, count: await projected(part) })),
    );
    const [projector, standby] = counts.sort((a, b) => b.count - a.count).map(({ part }) => part);
    if (!projector || !standby) throw new Error('Two instances are needed');
    expect(await projected(standby)).toBe(0);
    projector.signal('SIGKILL');
    await projector.exited;
    expectStatus(createExpenseRoute, await driver.submit());
    await timings.recordUntil(
      'The projector killed: another one projects',
      10_000,
      async () => (await projected(standby)) > 0,
    );
    await product.add('expenses');
  });

  it('concurrent workers generate each report once', async () => {
    const series = 'outlay_job_duration_seconds_count{queue="reports",outcome="done"}';
    const processed = () => metricOf(product.of('report-worker'), series);
    const before = await processed();
    const approved = [];
    for (let n = 0; n < PAYMENTS; n += 1) approved.push(await driver.approved());
    const payments = await Promise.all(
      approved.map(async (expense) => expectStatus(payExpensesRoute, await driver.pay(expense)).payment_id),
    );
    await eventually(async () => {
      const reports = await driver.reports();
      return payments.every((id) => reports.some(({ payment_id, status }) => payment_id === id && status === 'ready'));
    }, 30_000);
    await eventually(async () => (await processed()) - before >= PAYMENTS);
    expect((await processed()) - before).toBe(PAYMENTS);
    expect((await driver.reports()).filter(({ payment_id }) => payments.includes(payment_id))).toHaveLength(PAYMENTS);
  });

  describe('the correlation id is in the logs', () => {
    const isLogged = (correlationId: string, name: PartName) =>
      product.of(name).some((part) => logLines(part).some((line) => line.correlationId === correlationId));

    // Only failures are logged, so each test causes one.
    it('of the gateway and the service, when the report cannot be requested', async () => {
      const [correlationId, approved] = [`request-${randomUUID()}`, await driver.approved()];
      await product.one('reports').stop();
      expectStatus(payExpensesRoute, await driver.pay(approved, { 'x-correlation-id': correlationId }));
      await eventually(() => isLogged(correlationId, 'gateway') && isLogged(correlationId, 'expenses'));
      await product.add('reports');
    });

    it('of the worker, when the report cannot be generated', async () => {
      const [correlationId, approved] = [`request-${randomUUID()}`, await driver.approved()];
      await withFault(
        () => servers.s3.stop(),
        () => servers.s3.restart(),
        async () => {
          expectStatus(payExpensesRoute, await driver.pay(approved, { 'x-correlation-id': correlationId }));
          await eventually(() => isLogged(correlationId, 'report-worker'), 30_000);
        },
      );
    });
  });

  it('the readiness probes reflect every store', async () => {
    const isReady = async (part: Part) => (await readinessOf(part)).status === 200;
    const stores = [
      { server: servers.s3, part: product.one('gateway'), name: 'blobs' },
      { server: servers.redis, part: product.one('reports'), name: 'jobs' },
      { server: servers.nats, part: product.one('invites'), name: 'messages' },
      { server: servers.mongo, part: product.one('auth'), name: 'auth' },
    ];
    for (const { server, part, name } of stores) {
      await eventually(() => isReady(part));
      expect((await readinessOf(part)).parts[name]).toBe(true);
      await withFault(
        () => server.stop(),
        () => server.restart(),
        async () => {
          await timings.recordUntil(
            `${name} down: ${part.name} is not ready`,
            5_000,
            async () => !(await isReady(part)),
          );
          expect((await readinessOf(part)).parts[name]).toBe(false);
          expect((await fetch(`${part.operations}/live`)).status).toBe(200);
        },
      );
      await timings.recordUntil(`${name} back: ${part.name} is ready`, 5_000, () => isReady(part));
    }
    await eventually(async () => {
      const all = await Promise.all(product.parts.map(isReady));
      return all.every(Boolean);
    }, 30_000);
  });
});

function logLines({ output }: Part): { correlationId?: string }[] {
  const lines = output().split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as { correlationId?: string });
}
