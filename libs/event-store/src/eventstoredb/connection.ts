import { setTimeout as pause } from 'node:timers/promises';
import {
  DeadlineExceededError,
  EventStoreDBClient,
  isCommandError,
  StreamNotFoundError,
  UnavailableError,
  WrongExpectedVersionError,
  type Credentials,
} from '@eventstore/db-client';
import { EventStoreUnavailable } from '../event-store.js';
import type { ConnectionParts } from './connection-string.js';

/**
 * After a failure the client connects anew with its next call, and each connection that failed is tried once more behind
 * its back: without a pause every caller of an outage would leave one open, for good, once the server is back.
 */
const RECONNECT_PAUSE_MS = 500;

/** The client of the moment, and what to do when it fails. */
export class Connection {
  /** Along with each call: it makes the client append by unary calls, which keep their deadline. */
  readonly credentials: Credentials;
  private readonly address: string;
  private current: EventStoreDBClient;
  private mayConnect: Promise<void> = Promise.resolve();
  private isClosed = false;

  /** Connects when it is first used. Throws `RangeError` when the client cannot make anything of the address. */
  constructor({ address, credentials }: Pick<ConnectionParts, 'address' | 'credentials'>) {
    this.address = address;
    this.credentials = credentials;
    this.current = connect(address);
  }

  /**
   * Does what needs the client. An answer of the server, also a refusal, comes back or is thrown as it is; everything
   * else, and no answer within the deadline, is `EventStoreUnavailable`.
   */
  async run<T>(work: (client: EventStoreDBClient) => Promise<T>, deadlineMs?: number): Promise<T> {
    if (this.isClosed) throw new EventStoreUnavailable('The event store is closed');
    let client = this.current;
    const attempt = async () => {
      await this.mayConnect;
      client = this.current;
      return work(client);
    };
    try {
      return await withDeadline(attempt(), deadlineMs);
    } catch (error) {
      if (error instanceof WrongExpectedVersionError || error instanceof StreamNotFoundError) throw error;
      if (isWithoutAnswer(error)) this.replace(client);
      if (error instanceof UnavailableError) this.mayConnect = pause(RECONNECT_PAUSE_MS);
      throw new EventStoreUnavailable(`The event store cannot be used: ${messageOf(error)}`, { cause: error });
    }
  }

  close(): void {
    this.isClosed = true;
    void closeChannel(this.current);
  }

  /** The connection may have died without a word, and the client stays on it until its keep-alive finds that out. */
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

/** Where there was an answer, or word that the connection is gone, the client goes on by itself, to another leader too. */
function isWithoutAnswer(error: unknown): boolean {
  return !(error instanceof Error && isCommandError(error)) || error instanceof DeadlineExceededError;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Calls under way end by themselves. The client's own `dispose` would end reads as if they were complete, and leave the
 * channel open; the channel has no public name.
 */
async function closeChannel(client: EventStoreDBClient): Promise<void> {
  await client['getChannel']().then(
    (channel) => channel.close(),
    () => undefined,
  );
}

/** The client keeps its deadlines only once it is connected; looking for a cluster's leader can take a minute. */
async function withDeadline<T>(work: Promise<T>, deadlineMs?: number): Promise<T> {
  if (deadlineMs === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs);
  });
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer));
}
