import type { FastifyInstance } from 'fastify';

/** Sends the revision of an expense in a reply as its ETag, for the client to send back as If-Match. */
export function addExpenseEtags(fastify: FastifyInstance): void {
  fastify.addHook('preSerialization', (_request, reply, body, done) => {
    const { revision } = (body as { expense?: { revision?: unknown } } | null)?.expense ?? {};
    if (typeof revision === 'number') reply.header('etag', `"${revision}"`);
    done(null, body);
  });
}
