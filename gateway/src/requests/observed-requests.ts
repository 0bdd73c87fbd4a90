import { correlated, httpRequests, inSpan } from '@outlay/telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Everything a request does runs in its own thread of logs and its own span, and its answer is measured. */
export function observeRequests(fastify: FastifyInstance): void {
  const ends = new WeakMap<FastifyRequest, () => void>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched';
    const follow = () =>
      inSpan(
        `${request.method} ${route}`,
        { kind: 'server', from: traceOf(request), attributes: { 'http.route': route } },
        () =>
          new Promise<void>((end) => {
            ends.set(request, end);
            done();
          }),
      );
    void correlated(request.id, follow);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unmatched',
      status: String(reply.statusCode),
    };
    httpRequests.observe(labels, reply.elapsedTime / 1000);
    ends.get(request)?.();
    done();
  });
}

function traceOf({ headers: { traceparent, tracestate } }: FastifyRequest) {
  return {
    ...(typeof traceparent === 'string' && { traceparent }),
    ...(typeof tracestate === 'string' && { tracestate }),
  };
}
