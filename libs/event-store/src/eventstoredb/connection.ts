import { withDeadline } from '@outlay/time';
import { setTimeout as pause } from 'node:timers/promises';
import {
  DeadlineExceededError,
  EventStoreDBClient,
  isCommandError,
  StreamDeletedError,
  StreamNotFoundError,
  UnavailableError,
  WrongExpectedVersionError,
  type Credentials,
} from '@eventstore/db-client';
import { EventStoreUnavailable } from '../event-store.js';
import type { ConnectionParts } from './connection-string.js';
import type { Timeouts } from './timeouts.js';

/** The server's answers about a stream, which are no failures. */
const ANSWERS = [WrongExpectedVersionError, StreamNotFoundError, StreamDeletedError];

export class Connection {
  /** The credentials of each call: they make the client append by unary calls, which keep their deadline. */
  readonly credentials: Credentials;
  private readonly address: string;
  private current: EventStoreDBClient;
  private reconnectAllowed: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(
    { address, credentials }: Pick<ConnectionParts, 'address' | 'credentials'>,
    private readonly timeouts: Pick<Timeouts, 'reconnectPause'>,
  ) {
    this.address = address;
    this.credentials = credentials;
    this.current = connect(address);
  }

  /** @throws EventStoreUnavailable for a failure that is not the server's reply, and if the deadline passes */
  async run<T>(work: (client: EventStoreDBClient) => Promise<T>, deadlineMs?: number): Promise<T> {
    this.requireOpen();
    let client = this.current;
    const attempt = async (): Promise<T> => {
      await this.reconnectAllowed;
      client = this.current;
      try {
        // Finds a cluster's leader, which the client would otherwise do before it sends anything.
        await client['getChannel']();
        this.requireOpen();
        return await work(client);
      } catch (error) {
        // The silence of another call has replaced the connection before this one was sent.
        if (client !== this.current && isNotSent(error)) return attempt();
        throw error;
      }
    };
    try {
      // The client keeps its own deadlines only once connected; finding a cluster's leader can take a minute.
      return await (deadlineMs === undefined ? attempt() : withDeadline(attempt(), deadlineMs, 'The call'));
    } catch (error) {
      if (ANSWERS.some((answer) => error instanceof answer)) throw error;
      if (error instanceof EventStoreUnavailable) throw error;
      if (isWithoutReply(error)) this.replace(client);
      // The client retries a failed connection once. Without a pause, each caller in an outage would leave one open.
      if (error instanceof UnavailableError) this.reconnectAllowed = pause(this.timeouts.reconnectPause);
      throw new EventStoreUnavailable(`The event store cannot be used: ${messageOf(error)}`, { cause: error });
    }
  }

  close(): void {
    this.isClosed = true;
    void closeChannel(this.current);
  }

  private requireOpen(): void {
    if (this.isClosed) throw new EventStoreUnavailable('The event store is closed');
  }

  /** The connection may be dead; the client would use it until its keep-alive notices. */
  private replace(failed: EventStoreDBClient): void {
    if (this.isClosed || this.current !== failed) return;
    this.current = connect(this.address);
    void closeChannel(failed);
  }
}

function connect(address: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(address);
  } catch (error) {
    throw new RangeError(`The event store’s URL cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

function isNotSent(error: unknown): boolean {
  return error instanceof UnavailableError && error.message.includes('Channel closed before call started');
}

/** After a reply or a broken connection, the client recovers by itself, also by following a new leader. */
function isWithoutReply(error: unknown): boolean {
  return !(error instanceof Error && isCommandError(error)) || error instanceof DeadlineExceededError;
}

/** The message without gRPC's prefix, and without a time that makes each one different. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message
    .replace(/^\d+ [A-Z_]+: No connection established\. Last error: (Error: )?/, '')
    .replace(/\s*\. Resolution note: $/, '')
    .replace(/ \(\d{4}-[^)]*Z\)/, '');
}

/** The client's own `dispose` would end reads as if they were complete and leave the channel open. */
async function closeChannel(client: EventStoreDBClient): Promise<void> {
  const channel = await client['getChannel']().catch(() => undefined);
  // Waiting calls start first: on a closed channel, an append throws an unhandled rejection inside the client.
  setImmediate(() => channel?.close());
}
