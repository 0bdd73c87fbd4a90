import type { FastifyInstance } from 'fastify';

/** Bytes; also the largest message the transport carries. */
export const BODY_LIMIT = 1_048_576;

/** An empty body counts as absent, because several documented calls have an empty payload. */
export function parseJsonBodies(fastify: FastifyInstance): void {
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser(['application/json', 'text/plain']);
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null);
    else parseJson(request, body, done);
  });
}
