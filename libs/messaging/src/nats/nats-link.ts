import { Logger } from '@nestjs/common';
import { connect, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node';
import { setTimeout } from 'node:timers/promises';
import { RETRY_MS } from './connection-options.js';

const PATIENCE_MS = 1000;

type Opened = (connection: NatsConnection) => void;

/** The one connection of a process to NATS, opened again for ever. */
export class NatsLink {
  private readonly logger = new Logger('NATS');
  private readonly openedCallbacks = new Set<Opened>();
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

  /** Answers after the first attempt, whether it reached a server or not. */
  static open(options: ConnectionOptions): Promise<NatsLink> {
    return new Promise((resolve) => {
      const link: NatsLink = new NatsLink(options, () => resolve(link));
    });
  }

  /** The connection while it is up; what is sent on one that is down would be lost. */
  get connection(): NatsConnection | null {
    return this.up ? this.session : null;
  }

  /** Tells of the connection that is there and of each new one, which knows nothing of an old one's subscriptions. */
  onOpened(callback: Opened): void {
    this.openedCallbacks.add(callback);
    if (this.session) callback(this.session);
  }

  forget(callback: Opened): void {
    this.openedCallbacks.delete(callback);
  }

  /** Whether what was sent so far has reached the server, within a second. */
  async flush(): Promise<boolean> {
    const { connection } = this;
    if (!connection) return false;
    const patience = new AbortController();
    const flushed = await Promise.race([
      connection.flush().then(
        () => true,
        () => false,
      ),
      setTimeout(PATIENCE_MS, false, { signal: patience.signal }).catch(() => false),
    ]);
    patience.abort();
    return flushed;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.flush();
    await this.session?.close();
    await this.work;
  }

  /** The client's own `waitOnFirstConnect` cannot be called off, so that the first attempts are repeated here. */
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
    for (const callback of this.openedCallbacks) callback(connection);
    this.attempted();
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') this.setUp(false);
      if (status.type === 'reconnect') this.setUp(true);
      if (status.type === 'error') this.report(status.error.message);
    }
    this.session = null;
    this.setUp(false);
  }

  private setUp(up: boolean): void {
    if (up === this.up) return;
    this.up = up;
    this.lastProblem = '';
    if (up) this.logger.log(`Connected to ${this.session?.getServer() ?? 'NATS'}`);
    else if (!this.closing.signal.aborted) this.logger.warn('The connection is lost; trying to have it back');
  }

  /** Once for each problem, not once for each attempt. */
  private report(problem: string): void {
    if (problem === this.lastProblem) return;
    this.lastProblem = problem;
    this.logger.warn(problem);
  }
}
