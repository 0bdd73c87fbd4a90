import type { FastifyInstance } from 'fastify';

/** Answers OPTIONS with the methods a route has; to other origins it allows nothing, since none has business here. */
export function answerOptions(fastify: FastifyInstance): void {
  const methods = new Map<string, Set<string>>();
  fastify.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    for (const each of [method].flat()) known.add(each);
    // The client's pages share one pattern that says nothing of what is there.
    if (methods.has(url) || url === '/*') return;
    methods.set(url, known);
    fastify.options(url, (_request, reply) => {
      reply
        .code(204)
        .header('allow', [...known].join(', '))
        .send();
    });
  });
}
