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
import { NoRespondersError } from './no-responders.error.js';
import { outcomeUnknownError, serviceOf } from './outcome-unknown.error.js';

/** The outermost timeout; those of the stores are shorter, so that the cause of a failure is known (quality §2). */
export const REQUEST_TIMEOUT_MS = 5000;

export class MessageClient {
  constructor(
    private readonly proxy: ClientProxy,
    private readonly timeoutMs = REQUEST_TIMEOUT_MS,
  ) {}

  /**
   * @throws OutlayError as the service threw it
   * @throws SERVICE_UNAVAILABLE if no server handles the subject or the transport is down
   * @throws OUTCOME_UNKNOWN if no reply arrives within the timeout
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
  if (error instanceof TimeoutError) return outcomeUnknownError(subject);
  const problem = error instanceof NoRespondersError ? 'is not available' : 'could not be reached';
  return new OutlayError(
    'SERVICE_UNAVAILABLE',
    `The ${serviceOf(subject)} service ${problem}. Please try again in a moment.`,
  );
}
