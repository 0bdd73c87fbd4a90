/** The exclusive role of projecting, where several instances share the stores. */
export interface Lease {
  /** Calls `start` whenever this instance acquires the lease, and `stop` when it loses it. */
  compete(start: () => Promise<void>, stop: () => Promise<void>): Promise<void>;
  /** Publishes that the read models have caught up. */
  announceCaughtUp(): Promise<void>;
  /** Whether the current holder, this instance or another, has caught up. */
  isCaughtUp(): boolean;
  /** Stops competing, and hands the lease over at once. */
  release(): Promise<void>;
}

/** For a single instance, which always holds the lease. */
export class SoleInstance implements Lease {
  private stop: () => Promise<void> = async () => undefined;
  private caughtUp = false;

  async compete(start: () => Promise<void>, stop: () => Promise<void>): Promise<void> {
    this.stop = stop;
    await start();
  }

  async announceCaughtUp(): Promise<void> {
    this.caughtUp = true;
  }

  isCaughtUp(): boolean {
    return this.caughtUp;
  }

  async release(): Promise<void> {
    await this.stop();
  }
}
