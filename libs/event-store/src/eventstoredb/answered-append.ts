import { DeadlineExceeded, withDeadline } from '@outlay/time';
import {
  CancelledError,
  DeadlineExceededError,
  isCommandError,
  TimeoutError,
  UnavailableError,
} from '@eventstore/db-client';
import {
  EventStoreOutcomeUnknown,
  EventStoreUnavailable,
  WrongExpectedRevision,
  type AppendResult,
} from '../event-store.js';
import type { Timeouts } from './timeouts.js';

interface AppendCalls {
  /** @throws WrongExpectedRevision; EventStoreUnavailable with the client's error as its cause */
  readonly send: (deadlineMs: number, onSend: () => void, isRepeated: boolean) => Promise<AppendResult>;
  /** Null if the events are not in the stream. */
  readonly find: () => Promise<AppendResult | null>;
}

/**
 * The server drops an append that repeats one it has not indexed yet, so an append without an answer is looked for in
 * its stream and sent again, until the deadline.
 */
export class AnsweredAppend {
  private readonly attempts: Promise<AppendResult>[] = [];
  private isFinished = false;
  private readonly pauses: NodeJS.Timeout[] = [];
  private wasSent = false;
  /** The number of attempts that have written, or may still write. */
  private open = 0;

  constructor(
    private readonly calls: AppendCalls,
    private readonly timeouts: Pick<Timeouts, 'append'>,
    /** Milliseconds that the first attempt is waited for; later ones twice as long each. */
    private readonly patience: number,
  ) {}

  /** @throws EventStoreUnavailable if nothing was written; EventStoreOutcomeUnknown without an answer */
  async run(): Promise<AppendResult> {
    const { append } = this.timeouts;
    try {
      return await withDeadline(this.untilAnswered(performance.now() + append), append, 'The append');
    } catch (error) {
      if (!(error instanceof DeadlineExceeded)) throw error;
      const Failure = this.wasSent ? EventStoreOutcomeUnknown : EventStoreUnavailable;
      throw new Failure('The event store has not answered in time', { cause: error });
    } finally {
      this.isFinished = true;
      for (const pause of this.pauses) clearTimeout(pause);
    }
  }

  private async untilAnswered(deadline: number): Promise<AppendResult> {
    for (let wait = this.patience; ; wait *= 2) {
      const answer = await this.anyAnswer(this.attempt(deadline).then(() => this.pause(wait)));
      if (answer) return answer;
      const found = await this.anyAnswer(this.found());
      if (found) return found;
      this.requireUnfinished();
    }
  }

  /** Resolves once the attempt is sent or has failed: it may first wait for a connection. */
  private attempt(deadline: number): Promise<void> {
    this.open += 1;
    const isRepeated = this.attempts.length > 0;
    return new Promise((resolve) => {
      const onSend = () => {
        // An attempt that is sent now could write after its caller was told that nothing was written.
        this.requireUnfinished();
        this.wasSent = true;
        resolve();
      };
      const attempt = this.calls
        .send(deadline - performance.now(), onSend, isRepeated)
        .catch(async (error: unknown) => {
          resolve();
          if (isRefusal(error)) this.open -= 1;
          if (isRepeated && error instanceof WrongExpectedRevision) {
            // A server knows an id of one stream only, so a refused append may repeat one that an earlier attempt has
            // written.
            await this.pause(this.patience);
            const found = await this.found();
            if (found) return found;
          }
          if (error instanceof WrongExpectedRevision || this.open === 0) throw error;
          return new Promise<never>(() => undefined);
        });
      this.attempts.push(attempt);
    });
  }

  private found(): Promise<AppendResult | null> {
    return this.calls.find().catch(() => null);
  }

  private anyAnswer(otherwise: Promise<AppendResult | null>): Promise<AppendResult | null> {
    return Promise.race([...this.attempts, otherwise]);
  }

  /** Need not end once an answer is there: an aborted timer would make two errors for each append. */
  private pause(milliseconds: number): Promise<null> {
    return new Promise((resolve) => {
      if (this.isFinished) resolve(null);
      else this.pauses.push(setTimeout(resolve, milliseconds, null));
    });
  }

  private requireUnfinished(): void {
    if (this.isFinished) throw new Error('The append is over');
  }
}

const WITHOUT_ANSWER = [TimeoutError, DeadlineExceededError, CancelledError];
const GRPC_INTERNAL = 13;
/** gRPC uses one code both for these refusals and for a connection that broke after the request. */
const NOT_CARRIED_OUT =
  /No connection established|Name resolution failed|Channel closed before call started|Failed to discover|Server Is (Not Ready|(Too )?Busy)/;

export function wasNeverSent({ message }: Error): boolean {
  return NOT_CARRIED_OUT.test(message);
}

/** Whether nothing was written for certain. */
function isRefusal(error: unknown): boolean {
  const { cause } = error as EventStoreUnavailable;
  if (!(cause instanceof Error)) return cause === undefined;
  if (wasNeverSent(cause)) return true;
  if (!isCommandError(cause) || cause instanceof UnavailableError) return false;
  return cause.code !== GRPC_INTERNAL && !WITHOUT_ANSWER.some((kind) => cause instanceof kind);
}
