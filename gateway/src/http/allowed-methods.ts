import type { FastifyInstance } from 'fastify';

/** Replies to OPTIONS with the methods of a route. Other origins are allowed nothing, so CORS preflights fail. */
export function handleOptions(fastify: FastifyInstance): void {
  const methodsByUrl = new Map<string, Set<string>>();
  fastify.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    // The catch-all of the web client would match every unknown path.
    if (methodsByUrl.has(url) || url === '/*') return;
    methodsByUrl.set(url, methods);
    fastify.options(url, (_request, reply) => {
      reply
        .code(204)
        .header('allow', [...methods].join(', '))
        .send();
    });
  });
}
