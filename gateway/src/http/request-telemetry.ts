import { correlated, httpRequests, inSpan } from '@outlay/telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export function instrumentRequests(fastify: FastifyInstance): void {
  const endSpan = new WeakMap<FastifyRequest, () => void>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched';
    const handle = () =>
      inSpan(
        `${request.method} ${route}`,
        { kind: 'server', from: traceOf(request), attributes: { 'http.route': route } },
        () =>
          new Promise<void>((end) => {
            endSpan.set(request, end);
            done();
          }),
      );
    void correlated(request.id, handle);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unmatched',
      status: String(reply.statusCode),
    };
    // An event stream lasts as long as the client keeps it open.
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    if (!isStream) httpRequests.observe(labels, reply.elapsedTime / 1000);
    endSpan.get(request)?.();
    done();
  });
}

function traceOf({ headers: { traceparent, tracestate } }: FastifyRequest) {
  return {
    ...(typeof traceparent === 'string' && { traceparent }),
    ...(typeof tracestate === 'string' && { tracestate }),
  };
}
