import type { FastifyInstance, FastifyRequest } from 'fastify';
import { finished } from 'node:stream';

/** Bytes: more than any call takes. */
const READ_AT_MOST = 16 * 1_048_576;

/**
 * Keeps the connection open after a reply that is made before the whole body has arrived, until Node has dropped the
 * rest. A connection that is closed with bytes unread is reset, and the reset may reach the sender before the reply does
 * (RFC 9112, 9.6). A body that says it is larger than any call takes ends its connection all the same.
 */
export function keepOpenForUnreadBodies(fastify: FastifyInstance): void {
  fastify.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (isArriving(raw)) {
      // Fastify closes the connection of a body that its parser refused, and Node that of a sender who asks for it.
      reply.removeHeader('connection');
      const isLast = !reply.raw.shouldKeepAlive;
      reply.raw.shouldKeepAlive = true;
      if (isLast) reply.raw.once('finish', () => finished(raw, () => raw.socket.end()));
    }
    done();
  });
}

function isArriving({ complete, headers }: FastifyRequest['raw']): boolean {
  if (complete) return false;
  const length = Number(headers['content-length'] ?? 0);
  return 'transfer-encoding' in headers || (length > 0 && length <= READ_AT_MOST);
}
