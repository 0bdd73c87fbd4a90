import {
  messageContextSchema,
  OutlayError,
  type MessageContext,
  type Operation,
  type ReplyOf,
  type RequestOf,
} from '@outlay/contracts';
import { Logger } from '@nestjs/common';
import { MessagePattern, RpcException } from '@nestjs/microservices';
import { correlated, handledMessages, inSpan } from '@outlay/telemetry';
import * as z from 'zod/mini';

type Handler<O extends Operation> = (request: RequestOf<O>, context: MessageContext) => Promise<ReplyOf<O>>;

const logger = new Logger('Messages');

/**
 * Marks a controller's method as the handler of an operation. The method gets the parsed request and the context;
 * what it throws leaves as one error shape on every transport.
 */
export function Handles<O extends Operation>(operation: O) {
  return <Method extends Handler<O>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    const handle = descriptor.value;
    if (!handle) throw new TypeError(`${key} is not a method`);
    const receive = function (this: unknown, envelope: unknown): Promise<ReplyOf<O>> {
      return correlated(threadOf(envelope), () =>
        observed(operation, envelope, (...opened) => handle.apply(this, opened)),
      );
    };
    // The transport calls the method with the raw envelope; the method as written gets it opened.
    descriptor.value = receive as unknown as Method;
    MessagePattern(operation.subject)(target, key, descriptor);
  };
}

/** Opens an envelope and has it handled, as a span of the sender's trace and a measurement of the subject. */
async function observed<O extends Operation>(operation: O, envelope: unknown, handle: Handler<O>): Promise<ReplyOf<O>> {
  const measured = handledMessages.startTimer({ subject: operation.subject });
  try {
    const { request, context, trace } = openEnvelope(operation, envelope);
    const reply = await inSpan(operation.subject, { kind: 'server', from: trace }, () => handle(request, context));
    // JSON has no undefined: the reply would arrive as none at all.
    if (reply === undefined) throw new TypeError('The handler answered nothing');
    measured({ outcome: 'ok' });
    return reply;
  } catch (error) {
    const body = toErrorBody(error, operation.subject);
    measured({ outcome: body.code });
    throw new RpcException(body);
  }
}

/** The thread a message says it belongs to, before anything in it is checked. */
function threadOf(envelope: unknown): string {
  const { context } = (envelope ?? {}) as { context?: { correlationId?: unknown } | null };
  return String(context?.correlationId ?? 'none');
}

const traceSchema = z.optional(z.record(z.string(), z.string()));

function openEnvelope<O extends Operation>(operation: O, envelope: unknown) {
  const { request, context, trace } = (envelope ?? {}) as { request?: unknown; context?: unknown; trace?: unknown };
  return {
    request: parse(operation.request, request) as RequestOf<O>,
    context: parse(messageContextSchema, context),
    trace: parse(traceSchema, trace),
  };
}

function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  throw new OutlayError('INVALID_INPUT', problems[0]?.message ?? 'Invalid request', problems);
}

/** What a port throws when its server is down. Known by name, since messaging imports no store (design §3). */
const UNAVAILABLE = new Set(['DocumentsUnavailable', 'EventStoreUnavailable', 'BlobsUnavailable', 'JobsUnavailable']);

function toErrorBody(error: unknown, subject: string) {
  if (error instanceof OutlayError) return error.toBody();
  if (error instanceof Error && UNAVAILABLE.has(error.name)) {
    logger.warn(`${subject}: ${error.name}: ${error.message}`);
    const message = 'A part of the system is not available. Nothing was lost; please try again in a moment.';
    return new OutlayError('SERVICE_UNAVAILABLE', message).toBody();
  }
  logger.error(`${subject}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new OutlayError('INTERNAL', 'Something went wrong on our side. Please try again later.').toBody();
}
