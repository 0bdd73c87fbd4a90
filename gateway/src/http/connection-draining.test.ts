import { EventEmitter, once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { drainConnections } from './connection-draining.js';

describe('shutdown during a request on a keep-alive connection', () => {
  async function closeDuring(path: string) {
    const app = fastify();
    const signals = new EventEmitter();
    const [requested, released] = [once(signals, 'requested'), once(signals, 'released')];
    drainConnections(app);
    app.get('/headers-last', async () => {
      signals.emit('requested');
      await released;
      return 'whole';
    });
    app.get('/headers-first', (_request, reply) => {
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
    await (path === '/headers-first' ? responded : requested);

    const closed = app.close();
    setTimeout(() => signals.emit('released'), 50);
    const [response] = await responded;
    const chunks = await response.setEncoding('utf8').toArray();
    await closed;
    agent.destroy();
    return { text: chunks.join(''), connection: response.headers.connection };
  }

  it('announces the close in the response headers, then closes the connection', async () => {
    const { text, connection } = await closeDuring('/headers-last');
    expect({ text, connection }).toEqual({ text: 'whole', connection: 'close' });
  });

  it('finishes a response that has started, then closes the connection', async () => {
    const { text } = await closeDuring('/headers-first');
    expect(text).toBe('whole');
  });
});
