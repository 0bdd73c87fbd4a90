import {
  OutlayError,
  isErrorBody,
  type MessageContext,
  type Operation,
  type ReplyOf,
  type RequestOf,
} from '@outlay/contracts';
import type { ClientProxy } from '@nestjs/microservices';
import { firstValueFrom, timeout, TimeoutError } from 'rxjs';
import { NoSubscriberError } from './no-subscriber.error.js';

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
    try {
      return await firstValueFrom(
        this.proxy.send<ReplyOf<O>>(operation.subject, { request, context }).pipe(timeout(this.timeoutMs)),
      );
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
  const service = subject.split('.')[0];
  if (error instanceof TimeoutError) {
    return new OutlayError(
      'OUTCOME_UNKNOWN',
      `The ${service} service did not answer in time. The outcome is unknown; trying again is safe.`,
    );
  }
  if (NoSubscriberError.matches(error)) {
    return new OutlayError(
      'SERVICE_UNAVAILABLE',
      `The ${service} service is not available. Please try again in a moment.`,
    );
  }
  return new OutlayError(
    'SERVICE_UNAVAILABLE',
    `The ${service} service could not be reached. Please try again in a moment.`,
  );
}
