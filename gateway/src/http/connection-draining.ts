import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 100;

/** Fastify closes idle connections only once at shutdown, so a connection busy at that moment would stay open. */
export function drainConnections(fastify: FastifyInstance): void {
  let closing = false;
  fastify.addHook('preClose', (done) => {
    closing = true;
    // A response whose headers are out already cannot announce the close.
    const sweep = setInterval(() => fastify.server.closeIdleConnections(), SWEEP_MS);
    fastify.server.once('close', () => clearInterval(sweep));
    done();
  });
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}
