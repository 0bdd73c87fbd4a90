import type { FastifyInstance } from 'fastify';

/** Gives an answer that carries one expense its revision as the ETag, to be sent back as If-Match. */
export function tagExpenses(fastify: FastifyInstance): void {
  fastify.addHook('preSerialization', (_request, reply, answer, done) => {
    const { revision } = (answer as { expense?: { revision?: unknown } } | null)?.expense ?? {};
    if (typeof revision === 'number') reply.header('etag', `"${revision}"`);
    done(null, answer);
  });
}
