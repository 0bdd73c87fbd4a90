import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import { Redis } from 'ioredis';
import { RATE_LIMITS } from '../ports/rate-limits.js';
import { createLimiters } from './limiters.js';

describeOn(await backing('redis', { own: true }), 'attempts counted in Redis', (start) => {
  let server: BackingServer;
  const connections: Redis[] = [];
  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => {
    for (const connection of connections) connection.disconnect();
    await server.close();
  });

  async function gateway() {
    const store = new Redis(server.url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
    store.on('error', () => undefined);
    connections.push(store);
    await new Promise((resolve) => store.once('ready', resolve));
    return createLimiters({ ...RATE_LIMITS, account: { points: 3, seconds: 60 } }, store).account;
  }

  it('are shared by all gateways', async () => {
    const [one, two] = [await gateway(), await gateway()];
    await one.consume('mia');
    await two.consume('mia');
    await one.reward('mia');
    await one.consume('mia');
    await two.consume('mia');
    await expect(one.consume('mia')).rejects.toMatchObject({ remainingPoints: 0 });
    await expect(two.consume('mia')).rejects.toMatchObject({ remainingPoints: 0 });
    await two.consume('otto');
  });

  it('are counted by each gateway for itself while Redis is unreachable', async () => {
    const alone = await gateway();
    await server.kill();
    for (let attempt = 0; attempt < 3; attempt += 1) await alone.consume('mia');
    await expect(alone.consume('mia')).rejects.toMatchObject({ remainingPoints: 0 });
  });
});
