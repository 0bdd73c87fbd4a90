import { context, propagation, SpanKind, SpanStatusCode, trace, type Attributes } from '@opentelemetry/api';

/** The W3C trace context as it travels beside a message. */
export type TraceCarrier = Record<string, string>;

export interface SpanOptions {
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes?: Attributes;
  /** What the span follows on from, if it came from another process. */
  readonly from?: TraceCarrier;
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** Runs `work` as a span of the trace under way, and marks it when it rejects. Costs next to nothing untraced. */
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
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : undefined });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** What another process needs to go on with the trace under way; undefined where nothing is traced. */
export function traceCarrier(): TraceCarrier | undefined {
  const carrier: TraceCarrier = {};
  propagation.inject(context.active(), carrier);
  return Object.keys(carrier).length > 0 ? carrier : undefined;
}
