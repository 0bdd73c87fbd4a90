import {
  OutlayError,
  isErrorBody,
  type MessageContext,
  type Operation,
  type ReplyOf,
  type RequestOf,
} from '@outlay/contracts';
import { inSpan, traceCarrier } from '@outlay/telemetry';
import type { ClientProxy } from '@nestjs/microservices';
import { firstValueFrom, timeout, TimeoutError } from 'rxjs';
import { NoSubscriberError } from './no-subscriber.error.js';
import { outcomeUnknown, serviceOf } from './outcome-unknown.js';

/** The outermost deadline; the stores' own are shorter, so that a cause is known before it strikes (quality §2). */
export const REQUEST_TIMEOUT_MS = 5000;

/** Sends operations over whatever transport the profile has. */
export class MessageClient {
  constructor(
    private readonly proxy: ClientProxy,
    private readonly timeoutMs = REQUEST_TIMEOUT_MS,
  ) {}

  /**
   * Sends one request and waits for its reply.
   * Throws an OutlayError: the service's own, SERVICE_UNAVAILABLE where nobody listens, OUTCOME_UNKNOWN after 5 s.
   */
  async call<O extends Operation>(operation: O, request: RequestOf<O>, context: MessageContext): Promise<ReplyOf<O>> {
    const send = () => {
      const envelope = { request, context, trace: traceCarrier() };
      return firstValueFrom(this.proxy.send<ReplyOf<O>>(operation.subject, envelope).pipe(timeout(this.timeoutMs)));
    };
    try {
      return await inSpan(operation.subject, { kind: 'client' }, send);
    } catch (error) {
      throw toOutlayError(error, operation.subject);
    }
  }

  async close(): Promise<void> {
    await this.proxy.close();
  }
}

function toOutlayError(error: unknown, subject: string): OutlayError {
  if (error instanceof OutlayError) return error;
  if (isErrorBody(error)) return new OutlayError(error.code, error.message, error.details);
  if (error instanceof TimeoutError) return outcomeUnknown(subject);
  const trouble = error instanceof NoSubscriberError ? 'is not available' : 'could not be reached';
  return new OutlayError(
    'SERVICE_UNAVAILABLE',
    `The ${serviceOf(subject)} service ${trouble}. Please try again in a moment.`,
  );
}
