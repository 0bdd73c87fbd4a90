import type { FastifyInstance } from 'fastify';
import { HEAD_IN_TAG } from '../requests/preconditions.js';

/** Clients send the ETag back as If-Match. */
export function addExpenseEtags(fastify: FastifyInstance): void {
  fastify.addHook('preSerialization', (_request, reply, body, done) => {
    const { revision, head } = (body as { expense?: { revision?: unknown; head?: unknown } } | null)?.expense ?? {};
    if (typeof revision === 'number' && typeof head === 'string')
      reply.header('etag', `"${revision}-${head.slice(0, HEAD_IN_TAG)}"`);
    done(null, body);
  });
}
