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
import { madeProgress } from '@outlay/time';
import { filter, firstValueFrom, timeout, TimeoutError } from 'rxjs';
import { NoRespondersError } from './no-responders.error.js';
import { PROGRESS } from './reply-packet.js';
import { outcomeUnknownError, serviceOf } from './outcome-unknown.error.js';

/** The outermost timeout; those of the stores are shorter, so that the cause of a failure is known. */
export const REQUEST_TIMEOUT_MS = 5000;

/** Wraps the sending of a request: `send` sends it and resolves with its reply. */
export type Around = <O extends Operation>(
  operation: O,
  request: RequestOf<O>,
  context: MessageContext,
  send: () => Promise<ReplyOf<O>>,
) => Promise<ReplyOf<O>>;

export class MessageClient {
  constructor(
    private readonly proxy: ClientProxy,
    private readonly timeoutMs = REQUEST_TIMEOUT_MS,
    private readonly around: Around = (_operation, _request, _context, send) => send(),
  ) {}

  /** A client of the same transport with something done around each call. */
  with(around: Around): MessageClient {
    return new MessageClient(this.proxy, this.timeoutMs, around);
  }

  /**
   * @throws OutlayError as the service threw it
   * @throws SERVICE_UNAVAILABLE if no server handles the subject or the transport is down
   * @throws OUTCOME_UNKNOWN if no reply arrives within the timeout; for an operation that grows, if nothing is heard of its
   * progress for so long
   */
  call<O extends Operation>(operation: O, request: RequestOf<O>, context: MessageContext): Promise<ReplyOf<O>> {
    return this.around(operation, request, context, () => this.send(operation, request, context));
  }

  async close(): Promise<void> {
    await this.proxy.close();
  }

  private async send<O extends Operation>(
    operation: O,
    request: RequestOf<O>,
    context: MessageContext,
  ): Promise<ReplyOf<O>> {
    const send = () => {
      const envelope = { request, context, trace: traceCarrier(), ...(operation.work === 'grows' && { grows: true }) };
      const heard = this.proxy.send<ReplyOf<O>>(operation.subject, envelope);
      // Each sign of progress begins the time anew.
      return firstValueFrom(
        heard.pipe(
          timeout({ each: this.timeoutMs }),
          filter((reply): reply is ReplyOf<O> => isReply(reply)),
        ),
      );
    };
    try {
      return await inSpan(operation.subject, { kind: 'client' }, send);
    } catch (error) {
      throw toOutlayError(error, operation.subject);
    }
  }
}

/** The progress of what a handler waits for is its own. */
function isReply(heard: unknown): boolean {
  if (heard === PROGRESS) madeProgress();
  return heard !== PROGRESS;
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
