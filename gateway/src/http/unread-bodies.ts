import type { FastifyInstance } from 'fastify';
import { finished } from 'node:stream';

/** Bytes: more than any call takes. */
const READ_AT_MOST = 16 * 1_048_576;

/**
 * Lets a reply that is made early wait for the rest of the body, which is dropped. A connection that is closed with
 * bytes unread is reset, and the reset may reach the sender before the reply does (RFC 9112, 9.6). A body that says it
 * is larger than any call takes is not waited for.
 */
export function readUnreadBodies(fastify: FastifyInstance): void {
  fastify.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (raw.complete || Number(raw.headers['content-length'] ?? 0) > READ_AT_MOST) return done();
    // Fastify closes the connection of a body that its parser refused.
    reply.removeHeader('connection');
    finished(raw.resume(), () => done());
  });
}
