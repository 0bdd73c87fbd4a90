export interface Lease {
  compete(start: () => Promise<void>, stop: () => Promise<void>): Promise<void>;
  announceCaughtUp(): Promise<void>;
  isCaughtUp(): boolean;
  release(): Promise<void>;
}

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
