import { EventEmitter, once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { drainConnections } from './connection-draining.js';

describe('shutdown during a request on a keep-alive connection', () => {
  const CLOSE_MS = 2_000;

  /** Closes the server during the request to `path` and returns the response. */
  async function closeDuring(path: string) {
    const app = fastify();
    const signals = new EventEmitter();
    const [asked, released] = [once(signals, 'asked'), once(signals, 'released')];
    drainConnections(app);
    app.get('/at-the-end', async () => {
      signals.emit('asked');
      await released;
      return 'whole';
    });
    app.get('/begun', (_request, reply) => {
      const body = new Readable({ read: () => undefined });
      body.push('who');
      void released.then(() => {
        body.push('le');
        body.push(null);
      });
      return reply.send(body);
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true });
    const request = get({ port, host: '127.0.0.1', path, agent });
    const responded = once(request, 'response') as Promise<[IncomingMessage]>;
    await (path === '/begun' ? responded : asked);

    const began = performance.now();
    const closed = app.close();
    setTimeout(() => signals.emit('released'), 50);
    const [response] = await responded;
    const chunks = await response.setEncoding('utf8').toArray();
    await closed;
    agent.destroy();
    return { text: chunks.join(''), connection: response.headers.connection, ms: performance.now() - began };
  }

  it('announces the close in the response headers, then closes the connection', async () => {
    const { text, connection, ms } = await closeDuring('/at-the-end');
    expect({ text, connection }).toEqual({ text: 'whole', connection: 'close' });
    expect(ms).toBeLessThan(CLOSE_MS);
  });

  it('finishes a response that has started, then closes the connection', async () => {
    const { text, ms } = await closeDuring('/begun');
    expect(text).toBe('whole');
    expect(ms).toBeLessThan(CLOSE_MS);
  });
});
