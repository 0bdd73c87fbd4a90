import { setTimeout } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { findProgram } from '@outlay/testing/backing/find-program';
import { eventually } from '@outlay/testing';
import {
  describeScaled,
  findServers,
  readinessOf,
  RestartsUnderLoad,
  ScaledDriver,
  ServerUsers,
  Timings,
  type Servers,
} from './testing/index.js';

// The password has characters that a URL must escape.
const FIRST = { name: 'first', password: 'first-p@ss/w:rd' };
const NEXT = { name: 'next', password: 'next-p@ss/w:rd' };

jest.setTimeout(300_000);

const timings = new Timings('Passwords of servers changed under load, measured times and bounds:');
const mc = await findProgram('mc', process.env);
// FerretDB has no roles: each user may do everything.
const roles = (products: readonly string[]) => (products.includes('ferretdb') ? [] : ['readWriteAnyDatabase']);
const found = mc === null ? { missing: 'there is no mc' } : await findServers({ withUsers: true });

describeScaled(found, 'passwords of MongoDB, EventStoreDB and S3 that change under load', (start) => {
  let servers: Servers;
  let users: ServerUsers;
  let first: Record<string, string>;
  let driver: ScaledDriver;
  beforeAll(async () => {
    servers = await start();
    users = new ServerUsers(servers, mc ?? '', roles(found.products ?? []));
    first = await users.add(FIRST);
    driver = await ScaledDriver.start(servers, { instances: { expenses: 2, gateway: 2 }, env: first });
  });
  afterAll(async () => {
    timings.print();
    await driver?.product.close();
    await servers?.close();
  });

  it('every request succeeds with at most one retry, and nothing is lost or duplicated', async () => {
    const load = new RestartsUnderLoad(driver);
    await load.during(async () => {
      const next = await users.add(NEXT);
      const slowest = await load.replaceAll(() => next);
      await users.remove(FIRST);
      await setTimeout(3000);
      timings.record('Every part has the next passwords: the slowest is ready', 10_000, slowest);
    });
    await load.expectAll();
  });

  it.each([
    ['expenses', ['EVENTSTORE_URL', 'MONGO_URL']],
    ['gateway', ['S3_URL']],
  ] as const)('%s with the first passwords does not become ready, and misses %j', async (name, servers) => {
    const part = await driver.product.add(name, { env: first, until: 'live' });
    await eventually(async () => {
      const { details } = await readinessOf(part);
      return servers.every((server) => details.missing.includes(server));
    }, 30_000);
    await part.stop();
  });
});
