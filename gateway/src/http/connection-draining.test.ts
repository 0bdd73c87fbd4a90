import { EventEmitter, once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { eventually } from '@outlay/testing';
import { fastify } from 'fastify';
import { startTestGateway } from '../testing/test-gateway.js';
import { drainConnections } from './connection-draining.js';

/** A shutdown takes as long only while a connection stays open. */
const LONG_DRAIN_MS = 30_000;

interface Answer {
  readonly status?: number;
  readonly connection?: string;
}

/** Behaves like a client that reuses connections, and that tries another gateway if this one accepts none. */
async function ask(url: string, agent: Agent): Promise<Answer | null> {
  const request = get(`${url}/api/health/live`, { agent });
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return { status: response.statusCode, connection: response.headers.connection };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return null;
    throw error;
  }
}

describe('shutdown of a gateway with keep-alive connections', () => {
  const agents: Agent[] = [];
  afterEach(() => {
    for (const agent of agents.splice(0)) agent.destroy();
  });
  const newAgent = () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    return agent;
  };

  it('answers a request that is sent on an idle connection as it begins, and announces the close', async () => {
    const gateway = await startTestGateway({ drainMs: LONG_DRAIN_MS });
    const agent = newAgent();
    expect(await ask(gateway.url, agent)).toEqual({ status: 200, connection: 'keep-alive' });
    const answer = ask(gateway.url, agent);
    const closed = gateway.close();
    expect(await answer).toEqual({ status: 200, connection: 'close' });
    await closed;
  });

  it('resets no connection of clients that send one request after another', async () => {
    const gateway = await startTestGateway({ drainMs: LONG_DRAIN_MS });
    let closed = false;
    const answers: Answer[] = [];
    const clients = Array.from({ length: 8 }, async () => {
      const agent = newAgent();
      while (!closed) {
        const answer = await ask(gateway.url, agent);
        if (answer === null) return;
        answers.push(answer);
        await setTimeout(5 * Math.random());
      }
    });
    await eventually(() => answers.length >= 80);
    await gateway.close();
    closed = true;
    await Promise.all(clients);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.filter(({ connection }) => connection === 'close').length).toBeGreaterThan(0);
  });

  it('is not held up by a connection without a request', async () => {
    const gateway = await startTestGateway({ drainMs: 200 });
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    const ended = once(socket, 'close');
    await gateway.close();
    await ended;
  });
});

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
    await setTimeout(50);
    signals.emit('released');
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
