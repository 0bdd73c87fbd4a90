import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

describe('the Host header', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  const send = async (path: string, hosts: readonly string[]) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const lines = [`GET ${path} HTTP/1.1`, ...hosts, 'Accept-Encoding: identity', 'Connection: close', '', ''];
    socket.write(lines.join('\r\n'));
    const response = await text(socket);
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]), response };
  };

  it('may be sent once', async () => {
    expect((await send('/api/health/live', ['hOST: outlay.example'])).status).toBe(200);
  });

  it.each(['/api/health/live', '/nothing'])('missing for %s is 400', async (path) => {
    const { status, response } = await send(path, []);
    expect(status).toBe(400);
    expect(response).toContain('"message":"The request has 0 Host headers instead of one."');
  });

  it.each(['/api/health/live', '/api/expenses', '/nothing'])('sent twice to %s is 400', async (path) => {
    for (const second of ['outlay.example', 'attacker.example']) {
      const { status, response } = await send(path, ['Host: outlay.example', `hOST: ${second}`]);
      expect(status).toBe(400);
      expect(response).toContain('"message":"The request has 2 Host headers instead of one."');
      expect(response.toLowerCase()).toContain('x-content-type-options: nosniff');
    }
  });
});
