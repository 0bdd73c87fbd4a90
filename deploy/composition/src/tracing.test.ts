import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { inSpan, traceCarrier, type TraceCarrier } from '@outlay/telemetry';
import { startTracing } from './tracing.js';

interface Exported {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly { name: string; traceId: string; spanId: string; parentSpanId?: string }[];
    }[];
  }[];
}

it('a span continued in another process belongs to the same trace, and the collector receives both', async () => {
  const received: Exported[] = [];
  const collector = createServer((request, response) => {
    void buffer(request).then((body) => {
      expect(request.url).toBe('/v1/traces');
      received.push(JSON.parse(body.toString()) as Exported);
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => collector.once('listening', resolve));
  expect(traceCarrier()).toBeUndefined();
  const stop = await startTracing('test', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`);

  let carried: TraceCarrier | undefined;
  await inSpan('sent', { kind: 'client' }, async () => {
    carried = traceCarrier();
  });
  const failing = inSpan('handled', { kind: 'server', from: carried }, async () => {
    throw new Error('not today');
  });
  await expect(failing).rejects.toThrow('not today');
  await stop();
  collector.close();

  const spans = received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const [sent, handled] = ['sent', 'handled'].map((wanted) => spans.find(({ name }) => name === wanted));
  expect(handled).toMatchObject({ traceId: sent?.traceId, parentSpanId: sent?.spanId, status: { code: 2 } });
});
