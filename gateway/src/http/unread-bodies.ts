import type { FastifyInstance } from 'fastify';

/** Bytes: more than any call takes. */
const READ_AT_MOST = 16 * 1_048_576;

/**
 * Keeps the connection open after a reply that is made before the whole body has arrived; Node drops the rest. A
 * connection that is closed with bytes unread is reset, and the reset may reach the sender before the reply does (RFC
 * 9112, 9.6). A body that says it is larger than any call takes ends its connection all the same.
 */
export function keepOpenForUnreadBodies(fastify: FastifyInstance): void {
  fastify.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (!raw.complete && Number(raw.headers['content-length'] ?? 0) <= READ_AT_MOST) {
      // Fastify closes the connection of a body that its parser refused, and Node that of a sender who asks for it.
      reply.removeHeader('connection');
      reply.raw.shouldKeepAlive = true;
    }
    done();
  });
}
