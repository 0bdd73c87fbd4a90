import type { FastifyInstance } from 'fastify';

/** Clients send the ETag back as If-Match. */
export function addExpenseEtags(fastify: FastifyInstance): void {
  fastify.addHook('preSerialization', (_request, reply, body, done) => {
    const { revision } = (body as { expense?: { revision?: unknown } } | null)?.expense ?? {};
    if (typeof revision === 'number') reply.header('etag', `"${revision}"`);
    done(null, body);
  });
}
