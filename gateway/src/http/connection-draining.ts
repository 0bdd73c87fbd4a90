import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

const SWEEP_MS = 100;

/**
 * Ends keep-alive connections at shutdown without losing requests. A client may be sending one on a connection that is
 * idle here, which closing it would reset. So the server only stops listening, and goes on serving for `graceMs`;
 * responses announce the close.
 */
export function drainConnections(fastify: FastifyInstance, graceMs = 0): void {
  const { server } = fastify;
  const closeIdle = server.closeIdleConnections.bind(server);
  const sockets = new Set<Socket>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const sweep = () => {
    closeIdle();
    // To Node, a connection before its first request is not idle. Browsers open such ones in advance.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  fastify.addHook('preClose', (done) => {
    closing = true;
    // Node's `close` calls it at once.
    server.closeIdleConnections = () => undefined;
    // Repeated, because a response whose headers were out before announces no close.
    const grace = setTimeout(() => {
      const sweeping = setInterval(sweep, SWEEP_MS);
      server.once('close', () => clearInterval(sweeping));
    }, graceMs);
    server.once('close', () => clearTimeout(grace));
    done();
  });
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}
