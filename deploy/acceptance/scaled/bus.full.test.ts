import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { busPermissions, inboxPrefix, PART_NAMES, type PartName } from '@outlay/composition';
import { describeRateSources, payExpensesRoute } from '@outlay/contracts';
import { openWire, type Wire } from '@outlay/messaging/testing';
import { eventually } from '@outlay/testing';
import { describeScaled, expectStatus, findServers, ScaledDriver, type Servers } from './testing/index.js';

jest.setTimeout(120_000);
Logger.overrideLogger(false);

describeScaled(await findServers(), 'parts that do not trust each other on NATS', (start) => {
  let servers: Servers;
  let driver: ScaledDriver;
  const wires: Wire[] = [];

  beforeAll(async () => {
    servers = await start();
    driver = await ScaledDriver.start(servers);
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

  it('a part with the password of none is refused', async () => {
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
});

function escape(subject: string): string {
  return subject.replaceAll(/[.*$]/g, String.raw`\$&`);
}
