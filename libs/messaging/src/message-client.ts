import {
  OutlayError,
  isErrorBody,
  type MessageContext,
  type Operation,
  type ReplyOf,
  type RequestOf,
} from '@outlay/contracts';
import { inSpan, traceCarrier, type TraceCarrier } from '@outlay/telemetry';
import { madeProgress } from '@outlay/time';
import { NoRespondersError } from './no-responders.error.js';
import type { Heard } from './reply-packet.js';
import { outcomeUnknownError, serviceOf } from './outcome-unknown.error.js';

/** The outermost timeout; those of the stores are shorter, so that the cause of a failure is known. */
export const REQUEST_TIMEOUT_MS = 5000;

export interface Envelope {
  readonly request: unknown;
  readonly context: MessageContext;
  readonly trace: TraceCarrier | undefined;
  /** The sender waits for as long as there are signs of progress. */
  readonly grows?: true;
}

/** How messages reach their service. */
export interface Transport {
  /**
   * @returns a function after which nothing is heard any more
   * @throws if the message cannot be sent
   */
  send(subject: string, envelope: Envelope, hear: (heard: Heard) => void): () => void;
}

/** Wraps the sending of a request: `send` sends it and resolves with its reply. */
export type Around = <O extends Operation>(
  operation: O,
  request: RequestOf<O>,
  context: MessageContext,
  send: () => Promise<ReplyOf<O>>,
) => Promise<ReplyOf<O>>;

export class MessageClient {
  constructor(
    private readonly transport: Transport,
    private readonly timeoutMs = REQUEST_TIMEOUT_MS,
    private readonly around: Around = (_operation, _request, _context, send) => send(),
  ) {}

  /** A client of the same transport with something done around each call. */
  with(around: Around): MessageClient {
    return new MessageClient(this.transport, this.timeoutMs, around);
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

  private async send<O extends Operation>(
    operation: O,
    request: RequestOf<O>,
    context: MessageContext,
  ): Promise<ReplyOf<O>> {
    const send = async () => {
      const envelope = {
        request,
        context,
        trace: traceCarrier(),
        ...(operation.work === 'grows' && { grows: true as const }),
      };
      return (await this.answerTo(operation.subject, envelope)) as ReplyOf<O>;
    };
    try {
      return await inSpan(operation.subject, { kind: 'client' }, send);
    } catch (error) {
      throw toOutlayError(error, operation.subject);
    }
  }

  private answerTo(subject: string, envelope: Envelope): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let isOver = false;
      let stop = (): void => undefined;
      const end = () => {
        isOver = true;
        clearTimeout(timer);
        stop();
      };
      const timer = setTimeout(() => {
        end();
        reject(outcomeUnknownError(subject));
      }, this.timeoutMs);
      const hear = ({ isProgress, err, response }: Heard) => {
        if (isOver) return;
        if (isProgress) {
          // The progress of what a handler waits for is its own.
          madeProgress();
          timer.refresh();
          return;
        }
        end();
        if (err === undefined) resolve(response);
        else reject(err as Error);
      };
      try {
        stop = this.transport.send(subject, envelope, hear);
      } catch (err) {
        hear({ err });
      }
    });
  }
}

function toOutlayError(error: unknown, subject: string): OutlayError {
  if (error instanceof OutlayError) return error;
  if (isErrorBody(error)) return new OutlayError(error.code, error.message, error.details);
  const problem = error instanceof NoRespondersError ? 'is not available' : 'could not be reached';
  return new OutlayError(
    'SERVICE_UNAVAILABLE',
    `The ${serviceOf(subject)} service ${problem}. Please try again in a moment.`,
  );
}
