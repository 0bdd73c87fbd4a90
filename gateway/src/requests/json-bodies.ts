import type { FastifyInstance } from 'fastify';

/** Bytes of a JSON body; the messages they become carry at most as much. */
export const BODY_LIMIT = 1_048_576;

/**
 * JSON is the only body read as a whole. Nothing at all counts as no body, since several documented calls have an
 * empty payload; `__proto__` and `constructor.prototype` in a body are refused.
 */
export function acceptJsonBodies(fastify: FastifyInstance): void {
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser(['application/json', 'text/plain']);
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null);
    else parseJson(request, body, done);
  });
}
