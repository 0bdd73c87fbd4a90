import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { freePort } from './free-port.js';

describe('a free port', () => {
  it('is one that nothing else has, and is below those of outgoing connections', async () => {
    const first = await freePort();
    const taken = createServer().listen(first + 1, '127.0.0.1');
    await once(taken, 'listening');
    const ports = await Promise.all(Array.from({ length: 20 }, freePort));
    expect(new Set([first, (taken.address() as AddressInfo).port, ...ports]).size).toBe(22);
    expect(Math.max(...ports)).toBeLessThan(32_768);
    taken.close();
  });
});
