import type { FastifyInstance } from 'fastify';
import { checkJsonShape } from './json-shape.js';

/** An empty body counts as absent, because several documented calls have an empty payload. */
export function parseJsonBodies(fastify: FastifyInstance): void {
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser(['application/json', 'text/plain']);
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null);
    try {
      checkJsonShape(body);
    } catch (error) {
      // The parser says so as well, with its status.
      if (!(error instanceof SyntaxError)) return done(error as Error);
    }
    parseJson(request, body, done);
  });
  fastify.addHook('onRoute', (options) => {
    const limit = options.config?.contract?.bodyLimit;
    if (limit !== undefined) options.bodyLimit = limit;
  });
}
