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
import { unansweredBy } from './outcome-unknown.error.js';

type Handler<O extends Operation> = (request: RequestOf<O>, context: MessageContext) => Promise<ReplyOf<O>>;

const logger = new Logger('Messages');

/** The method receives the parsed request; its errors have the same shape on every transport. */
export function Handles<O extends Operation>(operation: O) {
  return <Method extends Handler<O>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    const handle = descriptor.value;
    if (!handle) throw new TypeError(`${key} is not a method`);
    const receive = function (this: unknown, envelope: unknown): Promise<ReplyOf<O>> {
      return correlated(correlationIdOf(envelope), () =>
        instrumented(operation, envelope, (request, context) => handle.call(this, request, context)),
      );
    };
    // The transport passes the raw envelope, the original method expects the parsed request.
    descriptor.value = receive as unknown as Method;
    const { subject, readOnly, work } = operation;
    MessagePattern(subject, { readOnly, grows: work === 'grows' })(target, key, descriptor);
  };
}

async function instrumented<O extends Operation>(
  operation: O,
  envelope: unknown,
  handle: Handler<O>,
): Promise<ReplyOf<O>> {
  const stopTimer = handledMessages.startTimer({ subject: operation.subject });
  try {
    const { request, context, trace } = parseEnvelope(operation, envelope);
    const reply = await inSpan(operation.subject, { kind: 'server', from: trace }, () => handle(request, context));
    // JSON cannot carry undefined.
    if (reply === undefined) throw new TypeError('The handler returned undefined');
    stopTimer({ outcome: 'ok' });
    return reply;
  } catch (error) {
    const body = toErrorBody(error, operation.subject);
    stopTimer({ outcome: body.code });
    throw new RpcException(body);
  }
}

/** Read before the envelope is validated, so that validation errors are logged with it. */
function correlationIdOf(envelope: unknown): string {
  const { context } = (envelope ?? {}) as { context?: { correlationId?: unknown } | null };
  return String(context?.correlationId ?? 'none');
}

const traceSchema = z.optional(z.record(z.string(), z.string()));

function parseEnvelope<O extends Operation>(operation: O, envelope: unknown) {
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

/** Errors of ports whose server is down, by name, because messaging must not import stores. */
const UNAVAILABLE = new Set(['DocumentsUnavailable', 'EventStoreUnavailable', 'BlobsUnavailable', 'JobsUnavailable']);

function toErrorBody(error: unknown, subject: string) {
  if (error instanceof OutlayError) return error.toBody();
  if (error instanceof Error && UNAVAILABLE.has(error.name)) {
    logger.warn(`${subject}: ${error.name}: ${error.message}`);
    const message = 'A part of the system is not available. Nothing was lost; please try again in a moment.';
    return new OutlayError('SERVICE_UNAVAILABLE', message).toBody();
  }
  if (error instanceof Error && error.name === 'EventStoreOutcomeUnknown') {
    logger.warn(`${subject}: ${error.name}: ${error.message}`);
    return unansweredBy('The event store').toBody();
  }
  logger.error(`${subject}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new OutlayError('INTERNAL', 'Something went wrong on our side. Please try again later.').toBody();
}
