import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { createExpenseRoute, payExpensesRoute } from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import type { PartName } from '@outlay/composition';
import {
  describeScaled,
  during,
  expectStatus,
  findServers,
  Measured,
  metric,
  metricOf,
  Office,
  PROJECTED,
  type Part,
  type ScaledProduct,
  type Servers,
} from './testing/index.js';

/** Write, then list; the ten thousand of the bar by `PAIRS=10000`. */
const PAIRS = Number(process.env.PAIRS ?? 60);
const AT_A_TIME = 4;
const PAYMENTS = 6;

jest.setTimeout(120_000);

const measured = new Measured('Instances of the scaled composition, each time beside its bound:');

describeScaled(await findServers(), 'several instances of the parts', (start) => {
  let servers: Servers;
  let office: Office;
  let product: ScaledProduct;

  beforeAll(async () => {
    servers = await start();
    office = await Office.open(servers, { instances: { expenses: 2, gateway: 2, 'report-worker': 2 } });
    product = office.product;
  });
  afterAll(async () => {
    measured.print();
    await product?.close();
    await servers?.close();
  });

  it('people read what they wrote, whichever instance they wrote and read through', async () => {
    const [one, other] = product.of('gateway').map(({ origin }) => origin);
    let stale = 0;
    const pairs = async () => {
      for (let pair = 0; pair < PAIRS / AT_A_TIME; pair += 1) {
        const key = randomUUID();
        expectStatus(createExpenseRoute, await office.submit({ key, origin: one }));
        if ((await office.listed(key, other)).length !== 1) stale += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, pairs));
    expect(stale).toBe(0);
    // Both have had their share, or this has shown nothing.
    for (const part of product.of('expenses')) {
      for (const subject of ['expenses.create', 'expenses.list']) {
        const handled = await metric(part, `outlay_message_duration_seconds_count{subject="${subject}",outcome="ok"}`);
        expect(handled).toBeGreaterThan(PAIRS / 10);
      }
    }
  });

  it('where the one that projects is killed, another one does within ten seconds', async () => {
    const projected = (part: Part) => metric(part, PROJECTED);
    const counts = await Promise.all(
      product.of('expenses').map(async (part) => ({ part, count: await projected(part) })),
    );
    const [holder, heir] = counts.sort((a, b) => b.count - a.count).map(({ part }) => part);
    if (!holder || !heir) throw new Error('Two instances are needed');
    expect(await projected(heir)).toBe(0);
    holder.signal('SIGKILL');
    await holder.exited;
    expectStatus(createExpenseRoute, await office.submit());
    await measured.until('The projector killed: another one projects', 10_000, async () => (await projected(heir)) > 0);
    await product.add('expenses');
  });

  it('of workers in competition each report is made once', async () => {
    const series = 'outlay_job_duration_seconds_count{queue="reports",outcome="done"}';
    const tried = () => metricOf(product.of('report-worker'), series);
    const before = await tried();
    const approved = [];
    for (let n = 0; n < PAYMENTS; n += 1) approved.push(await office.approved());
    const payments = await Promise.all(
      approved.map(async (expense) => expectStatus(payExpensesRoute, await office.pay(expense)).payment_id),
    );
    await eventually(async () => {
      const reports = await office.reports();
      return payments.every((id) => reports.some(({ payment_id, status }) => payment_id === id && status === 'ready'));
    }, 30_000);
    await eventually(async () => (await tried()) - before >= PAYMENTS);
    expect((await tried()) - before).toBe(PAYMENTS);
    expect((await office.reports()).filter(({ payment_id }) => payments.includes(payment_id))).toHaveLength(PAYMENTS);
  });

  describe('the id of a request is in the logs', () => {
    const named = (thread: string, name: PartName) =>
      product.of(name).some((part) => logLines(part).some(({ correlationId }) => correlationId === thread));

    // A line of the log is for what goes wrong.
    it('of the gateway and of the service, where its report cannot be asked for', async () => {
      const [thread, approved] = [`thread-${randomUUID()}`, await office.approved()];
      await product.one('reports').stop();
      expectStatus(payExpensesRoute, await office.pay(approved, { 'x-correlation-id': thread }));
      await eventually(() => named(thread, 'gateway') && named(thread, 'expenses'));
      await product.add('reports');
    });

    it('of the worker, where its report cannot be made', async () => {
      const [thread, approved] = [`thread-${randomUUID()}`, await office.approved()];
      await during(
        () => servers.s3.stop(),
        () => servers.s3.restart(),
        async () => {
          expectStatus(payExpensesRoute, await office.pay(approved, { 'x-correlation-id': thread }));
          await eventually(() => named(thread, 'report-worker'), 30_000);
        },
      );
    });
  });

  it('probes tell the truth about every store', async () => {
    const parts = async (part: Part) => {
      const answer = await fetch(`${part.operations}/ready`);
      return { ready: answer.ok, ...((await answer.json()) as { parts: Record<string, boolean> }) };
    };
    const stores = [
      { server: servers.s3, part: product.one('gateway'), name: 'blobs' },
      { server: servers.redis, part: product.one('reports'), name: 'jobs' },
      { server: servers.nats, part: product.one('invites'), name: 'messages' },
      { server: servers.mongo, part: product.one('auth'), name: 'auth' },
    ];
    for (const { server, part, name } of stores) {
      await eventually(async () => (await parts(part)).ready);
      expect((await parts(part)).parts[name]).toBe(true);
      await during(
        () => server.stop(),
        () => server.restart(),
        async () => {
          await measured.until(
            `${name} down: ${part.name} is not ready`,
            5_000,
            async () => !(await parts(part)).ready,
          );
          expect((await parts(part)).parts[name]).toBe(false);
          expect((await fetch(`${part.operations}/live`)).status).toBe(200);
        },
      );
      await measured.until(`${name} back: ${part.name} is ready`, 5_000, async () => (await parts(part)).ready);
    }
    await eventually(async () => {
      const all = await Promise.all(product.parts.map(parts));
      return all.every(({ ready }) => ready);
    }, 30_000);
  });
});

/** The whole lines of a part's log, each of them JSON. */
function logLines({ output }: Part): { correlationId?: string }[] {
  const whole = output().split('\n').slice(0, -1);
  return whole.map((line) => JSON.parse(line) as { correlationId?: string });
}
