import type { FastifyInstance } from 'fastify';

/** Bytes; also the largest message the transport carries. */
export const BODY_LIMIT = 1_048_576;

/**
 * Accepts JSON as the only plain body. An empty one counts as absent, because several documented calls have an empty
 * payload. `__proto__` and `constructor.prototype` are rejected.
 */
export function parseJsonBodies(fastify: FastifyInstance): void {
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser(['application/json', 'text/plain']);
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null);
    else parseJson(request, body, done);
  });
}
