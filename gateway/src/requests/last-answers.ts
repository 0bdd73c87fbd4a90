import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 100;

/**
 * Ends connections that are kept alive once the gateway closes. Fastify ends those without a request, and tells the
 * clients of later requests; one whose request is under way then would stay open until its client ends it.
 */
export function endConnections(fastify: FastifyInstance): void {
  let closing = false;
  fastify.addHook('preClose', (done) => {
    closing = true;
    // An answer that had begun before could not say that it is the last.
    const sweep = setInterval(() => fastify.server.closeIdleConnections(), SWEEP_MS);
    fastify.server.once('close', () => clearInterval(sweep));
    done();
  });
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}
