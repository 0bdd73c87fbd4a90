import { context, propagation, SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';

/** W3C trace context headers. */
export type TraceCarrier = Record<string, string>;

export interface SpanOptions {
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes?: Attributes;
  readonly from?: TraceCarrier;
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** Runs `work` in a span of the current trace; a rejection sets the error status. Cheap if tracing is off. */
export function inSpan<Result>(
  name: string,
  { kind, attributes, from }: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const parent = from ? propagation.extract(context.active(), from) : context.active();
  return trace.getTracer('outlay').startActiveSpan(name, { kind: KINDS[kind], attributes }, parent, async (span) => {
    try {
      return await work();
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Starts a span of the current trace, for work that ends with an event.
 * @returns a function that ends it; an error sets the error status
 */
export function startSpan(name: string, { kind }: Pick<SpanOptions, 'kind'>): (error?: unknown) => void {
  const span = trace.getTracer('outlay').startSpan(name, { kind: KINDS[kind] });
  return (error) => {
    if (error !== undefined) fail(span, error);
    span.end();
  };
}

function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : undefined });
}

export function traceCarrier(): TraceCarrier | undefined {
  const carrier: TraceCarrier = {};
  propagation.inject(context.active(), carrier);
  return Object.keys(carrier).length > 0 ? carrier : undefined;
}
