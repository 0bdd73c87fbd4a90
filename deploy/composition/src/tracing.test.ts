import { inSpan, traceCarrier, type TraceCarrier } from '@outlay/telemetry';
import { startCollector } from './testing/collector.js';
import { startTracing } from './tracing.js';

it('a span continued in another process belongs to the same trace, and the collector receives both', async () => {
  const collector = await startCollector();
  expect(traceCarrier()).toBeUndefined();
  const stop = await startTracing('test', collector.url);

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

  const [sent, handled] = ['sent', 'handled'].map(collector.named);
  expect(handled).toMatchObject({ traceId: sent?.traceId, parentSpanId: sent?.spanId, status: { code: 2 } });
});
