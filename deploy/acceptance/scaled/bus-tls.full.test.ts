import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { approveExpenseRoute, createExpenseRoute } from '@outlay/contracts';
import { eventually, tempFolder } from '@outlay/testing';
import { describeScaled, expectStatus, findServers, readinessOf, ScaledDriver, type Servers } from './testing/index.js';

const CERTIFICATES = join(import.meta.dirname, '..', '..', 'tools', 'certificates');

jest.setTimeout(120_000);
Logger.overrideLogger(false);

describeScaled(await findServers({ encrypted: true }), 'parts on a NATS with TLS', (start) => {
  let servers: Servers;
  let driver: ScaledDriver;

  beforeAll(async () => {
    servers = await start();
    driver = await ScaledDriver.start(servers);
  });
  afterAll(async () => {
    await driver?.product.close();
    await servers?.close();
  });

  it('work together with the certificate that deploy/tools/certificates makes', async () => {
    const { expense } = expectStatus(createExpenseRoute, await driver.submit());
    const approval = { params: { id: expense.expense_id }, body: { revision: expense.revision } };
    expectStatus(approveExpenseRoute, await driver.asAdmin(approveExpenseRoute, approval));
  });

  it.each([
    ['no authority', () => '', /unable to verify/],
    ['another authority', (folder: string) => makeAuthority(folder), /unable to verify|signature/],
  ])('a part that trusts %s is not ready, and says why', async (_, authorityIn, reason) => {
    const folder = await tempFolder('outlay-authority');
    const env = { NATS_CA_FILE: authorityIn(folder.path), NATS_URL: servers.nats.url.replace('nats:', 'tls:') };
    const part = await driver.product.add('invites', { until: 'live', env });
    await eventually(() => reason.test(part.output()), 10_000);
    expect((await readinessOf(part)).status).toBe(503);
    await part.stop();
    await folder.remove();
  });
});

function makeAuthority(folder: string): string {
  execFileSync(CERTIFICATES, [folder], { stdio: 'pipe' });
  return join(folder, 'ca.pem');
}
