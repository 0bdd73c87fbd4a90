import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { connect, type Msg } from '@nats-io/transport-node';
import { Logger } from '@nestjs/common';
import { busPermissions, inboxPrefix, PART_NAMES, type PartName } from '@outlay/composition';
import { createExpense, createExpenseRoute, describeRateSources, payExpensesRoute } from '@outlay/contracts';
import { openWire, type Wire } from '@outlay/messaging/testing';
import { eventually } from '@outlay/testing';
import {
  describeScaled,
  expectStatus,
  findServers,
  metric,
  ScaledDriver,
  withFault,
  type Servers,
} from './testing/index.js';

/** With this many messages, each of the two instances receives some. */
const REPEATS = 40;

jest.setTimeout(120_000);
Logger.overrideLogger(false);

describeScaled(await findServers(), 'parts that do not trust each other on NATS', (start) => {
  let servers: Servers;
  let driver: ScaledDriver;
  const wires: Wire[] = [];

  beforeAll(async () => {
    servers = await start();
    driver = await ScaledDriver.start(servers, { instances: { expenses: 2 } });
  });
  afterAll(async () => {
    for (const wire of wires) wire.close();
    await driver?.product.close();
    await servers?.close();
  });

  async function wireOf(part: PartName): Promise<Wire> {
    const { user, password } = servers.natsAccess(part);
    const wire = await openWire(servers.nats.url, { user: user ?? '', pass: password ?? '' });
    wires.push(wire);
    return wire;
  }

  it('work together with the permissions that they have', async () => {
    const approved = await driver.approved();
    const { payment_id: paid } = expectStatus(payExpensesRoute, await driver.pay(approved));
    await eventually(async () => {
      const reports = await driver.reports();
      return reports.some(({ payment_id, status }) => payment_id === paid && status === 'ready');
    }, 30_000);
    const outputs = driver.product.parts.map((part) => part.output());
    expect(outputs.filter((output) => /Permissions? Violation/i.test(output))).toEqual([]);
  });

  it.each(PART_NAMES)('%s is refused the requests and replies of each other part', async (part) => {
    const others = PART_NAMES.filter((name) => name !== part);
    const subjects = others.flatMap((name) => [...busPermissions(name).handles, `${inboxPrefix(name)}.>`]);
    await isRefused(part, 'Subscription', [...subjects, '>', '*.*', '_INBOX.>', '$SYS.>']);
  });

  it.each(PART_NAMES)('%s is refused every call that it does not make', async (part) => {
    const own = busPermissions(part).calls;
    const others = PART_NAMES.flatMap((name) => busPermissions(name).handles).filter((name) => !own.includes(name));
    await isRefused(part, 'Publish', [...others, `${inboxPrefix('gateway')}.forged`]);
  });

  async function isRefused(part: PartName, action: 'Subscription' | 'Publish', subjects: readonly string[]) {
    const wire = await wireOf(part);
    for (const subject of subjects) {
      if (action === 'Publish') wire.send(`PUB ${subject} 2`, '{}');
      else wire.send(`SUB ${subject} 1`);
    }
    for (const subject of subjects)
      await wire.receives(new RegExp(`-ERR 'Permissions Violation for ${action} to "${escape(subject)}"`));
  }

  it('a part with the password of another one is refused', async () => {
    const wire = await openWire(servers.nats.url, { user: 'gateway', pass: servers.natsAccess('fx').password ?? '' });
    wires.push(wire);
    expect(await wire.receives(/-ERR.*/)).toContain('Authorization Violation');
  });

  it('a call without permission fails at the caller, and calls with it go on', async () => {
    const worker = await driver.product.messaging({ part: 'report-worker' });
    const gateway = await driver.product.messaging();
    const context = { actor: null, correlationId: 'bus' };
    await expect(worker.client.call(describeRateSources, {}, context)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(await gateway.client.call(describeRateSources, {}, context)).toMatchObject({ bundled: expect.anything() });
    expect(await worker.isReady()).toBe(true);
    await worker.close();
    await gateway.close();
  });

  it('a claim that somebody records and sends again to every instance is made once', async () => {
    const thief = await connect({ servers: new URL(servers.nats.url).host, ...servers.natsOperator });
    const recorded = new Promise<Msg>((resolve) => {
      thief.subscribe(createExpense.subject, { max: 1, callback: (_, message) => resolve(message) });
    });
    await thief.flush();
    const key = randomUUID();
    expectStatus(createExpenseRoute, await driver.submit({ key }));
    const { subject, data } = await recorded;
    expect(Buffer.from(data).toString('latin1')).not.toContain(key);
    await Promise.all(Array.from({ length: REPEATS }, () => thief.request(subject, data)));
    await thief.close();

    expect(await driver.listed(key)).toHaveLength(1);
    const instances = driver.product.of('expenses');
    const refused = await Promise.all(
      instances.map((part) => metric(part, `outlay_messages_refused_total{subject="${subject}",reason="repeated"}`)),
    );
    expect(refused.reduce((sum, count) => sum + count)).toBe(REPEATS);
    expect(refused.every((count) => count > 0)).toBe(true);
    for (const part of instances) expect(part.output().match(/was received before/g)).toHaveLength(1);
  });

  it.each([
    ['frozen', () => servers.redis.pause(), () => servers.redis.resume()],
    ['down', () => servers.redis.stop(), () => servers.redis.restart()],
  ])('while Redis is %s, claims are accepted, and a copy makes no second one', async (_, fail, repair) => {
    const thief = await connect({ servers: new URL(servers.nats.url).host, ...servers.natsOperator });
    const recorded: Uint8Array[] = [];
    thief.subscribe(createExpense.subject, { callback: (_, { data }) => void recorded.push(data) });
    await thief.flush();
    const key = randomUUID();
    await withFault(fail, repair, async () => {
      expectStatus(createExpenseRoute, await driver.submit({ key }));
      const [data] = recorded;
      for (let n = 0; n < REPEATS; n += 1) await thief.request(createExpense.subject, data, { timeout: 5_000 });
      expect(await driver.listed(key)).toHaveLength(1);
    });
    await thief.close();
  });
});

function escape(subject: string): string {
  return subject.replaceAll(/[.*$]/g, String.raw`\$&`);
}
