/** Returns a function that flushes and stops. Imports on demand, because most processes are not traced. */
export async function startTracing(process: string, collectorUrl: string): Promise<() => Promise<void>> {
  const [{ context, propagation, trace }, hooks, { W3CTraceContextPropagator }, exporters, resources, sdk] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ]);
  const exporter = new exporters.OTLPTraceExporter({ url: new URL('/v1/traces', collectorUrl).href });
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': `outlay-${process}` }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}
