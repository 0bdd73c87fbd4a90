import { once } from 'node:events';
import { connect } from 'node:net';
import { jest } from '@jest/globals';
import { keyChangesRoute } from '@outlay/contracts';
import type { PartName } from '@outlay/composition';
import {
  describeScaled,
  expectStatus,
  findServers,
  RestartsUnderLoad,
  ScaledDriver,
  Timings,
  type Servers,
} from './testing/index.js';

/** `RESTARTS=20` for a release test. */
const RESTARTS = Number(process.env.RESTARTS ?? 4);
const SECRETS = ['the-secret-before-the-change-0123456789', 'the-secret-after-the-change-9876543210'] as const;
/** The first restart makes the next secret known, and the second uses it (docs/operations.md, "Changing secrets"). */
const secretsOf = (restart: number) => {
  const [signing, accepted] = restart < 2 ? SECRETS : SECRETS.toReversed();
  return { JWT_SECRET: signing, ...(restart > 0 && { JWT_SECRET_ACCEPTED: accepted }) };
};

/** The first restart changes the audit key, and the second forgets the one before. */
const auditKeysOf = (restart: number) => ({
  AUDIT_KEY: `the-audit-key-${restart === 0 ? 'before' : 'after'}-the-change-0123456789`,
  ...(restart === 1 && { AUDIT_KEY_PREVIOUS: 'the-audit-key-before-the-change-0123456789' }),
});

/** The restart with which the parts get another user of Redis, whose first one is removed after it. */
const REDIS_CHANGE = 2;
const REDIS_USER = { name: 'next', password: 'the-next-password' } as const;

/** The restart with which the parts get other users of NATS, likewise. */
const NATS_CHANGE = 3;

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
    driver = await ScaledDriver.start(servers, {
      instances: { expenses: 2, gateway: 2 },
      env: { ...secretsOf(0), ...auditKeysOf(0) },
    });
  });
  afterAll(async () => {
    timings.print();
    await driver?.product.close();
    await servers?.close();
  });

  const envOf = (part: PartName, restart: number) => {
    const redis = new URL(servers.redis.url);
    redis.username = REDIS_USER.name;
    redis.password = REDIS_USER.password;
    const nats = servers.nextNatsAccess(part);
    return {
      ...secretsOf(restart),
      ...auditKeysOf(restart),
      ...(restart >= REDIS_CHANGE && { REDIS_URL: redis.href }),
      ...(restart >= NATS_CHANGE && { NATS_USER: nats.user ?? '', NATS_PASSWORD: nats.password ?? '' }),
    };
  };
  const command = async (text: string) => expect(await commandRedis(servers.redis.url, text)).toBe('+OK');

  it('every request succeeds with at most one retry while secrets change, and nothing is lost or duplicated', async () => {
    const load = new RestartsUnderLoad(driver);
    await load.during(async () => {
      for (let restart = 1; restart <= RESTARTS; restart += 1) {
        if (restart === REDIS_CHANGE) {
          await command(`ACL SETUSER ${REDIS_USER.name} on >${REDIS_USER.password} ~* &* +@all`);
        }
        if (restart === NATS_CHANGE) await servers.setNatsUsers('first and next');
        const slowest = await load.replaceAll((part) => envOf(part, restart));
        if (restart === REDIS_CHANGE) await command('ACL SETUSER default off');
        if (restart === NATS_CHANGE) await servers.setNatsUsers('next');
        timings.record(`Restart ${restart} of every part: the slowest is ready`, 10_000, slowest);
      }
    });
    timings.record('The slowest part to stop', 10_000, load.slowestStopMs);
    await load.expectAll();
    const { changes } = expectStatus(keyChangesRoute, await driver.asAdmin(keyChangesRoute, {}));
    expect(changes).toHaveLength(1);
  });
});
