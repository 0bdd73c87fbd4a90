import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/** Sends this process's spans to an OpenTelemetry collector. Answers what sends the last of them and stops. */
export function startTracing(process: string, collectorUrl: string): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: new URL('/v1/traces', collectorUrl).href });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `outlay-${process}` }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}
