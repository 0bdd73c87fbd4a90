import { Logger } from '@nestjs/common';
import { connect, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node';
import { withDeadline } from '@outlay/time';
import { setTimeout } from 'node:timers/promises';
import { RETRY_MS } from './connection-options.js';

const FLUSH_TIMEOUT_MS = 1000;

type ConnectionListener = (connection: NatsConnection) => void;

export class NatsLink {
  private readonly logger = new Logger('NATS');
  private readonly listeners = new Set<ConnectionListener>();
  private readonly closing = new AbortController();
  private session: NatsConnection | null = null;
  private up = false;
  private lastProblem = '';
  private readonly work: Promise<void>;

  private constructor(
    private readonly options: ConnectionOptions,
    private readonly attempted: () => void,
  ) {
    this.work = this.keepOpen();
  }

  /** Resolves after the first attempt, successful or not. */
  static open(options: ConnectionOptions): Promise<NatsLink> {
    return new Promise((resolve) => {
      const link: NatsLink = new NatsLink(options, () => resolve(link));
    });
  }

  /** The connection while it is up, otherwise null: a message sent while it is down would be lost. */
  get connection(): NatsConnection | null {
    return this.up ? this.session : null;
  }

  /** Calls the listener with the current and every new connection; each needs its own subscriptions. */
  addListener(listener: ConnectionListener): void {
    this.listeners.add(listener);
    if (this.session) listener(this.session);
  }

  removeListener(listener: ConnectionListener): void {
    this.listeners.delete(listener);
  }

  /** Whether everything sent so far reached the server; false after a second. */
  async flush(): Promise<boolean> {
    const { connection } = this;
    if (!connection) return false;
    return withDeadline(connection.flush(), FLUSH_TIMEOUT_MS, 'Flushing').then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.flush();
    await this.session?.close();
    await this.work;
  }

  /** Repeats the first attempts here, because the client's `waitOnFirstConnect` cannot be cancelled. */
  private async keepOpen(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      try {
        await this.use(await connect(this.options));
      } catch (error) {
        this.report(error instanceof Error ? error.message : String(error));
      }
      this.attempted();
      await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async use(connection: NatsConnection): Promise<void> {
    if (this.closing.signal.aborted) return connection.close();
    this.session = connection;
    this.setUp(true);
    try {
      for (const listener of this.listeners) listener(connection);
      this.attempted();
      for await (const status of connection.status()) {
        if (status.type === 'disconnect') this.setUp(false);
        if (status.type === 'reconnect') this.setUp(true);
        if (status.type === 'error') this.report(status.error.message);
      }
    } finally {
      this.session = null;
      this.setUp(false);
      // It is still open if a listener failed.
      await connection.close();
    }
  }

  private setUp(up: boolean): void {
    if (up === this.up) return;
    this.up = up;
    this.lastProblem = '';
    if (up) this.logger.log(`Connected to ${this.session?.getServer() ?? 'NATS'}`);
    else if (!this.closing.signal.aborted) this.logger.warn('The connection is lost; reconnecting');
  }

  private report(problem: string): void {
    if (problem === this.lastProblem) return;
    this.lastProblem = problem;
    this.logger.warn(problem);
  }
}
