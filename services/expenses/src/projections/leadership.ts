/** Who projects, where several instances could. */
export interface Leadership {
  /** Calls `begin` whenever this instance becomes the one that projects, and `end` when it no longer is. */
  compete(begin: () => Promise<void>, end: () => Promise<void>): Promise<void>;
  /** Tells the others that the read models have caught up. */
  announceCaughtUp(): Promise<void>;
  /** Whether the instance that projects now, this one or another, has caught up. */
  isCaughtUp(): boolean;
  /** Ends, and lets another begin at once. */
  leave(): Promise<void>;
}

/** The only instance there is: nobody to share with, so that it begins at once. */
export class SoleInstance implements Leadership {
  private end: () => Promise<void> = async () => undefined;
  private caughtUp = false;

  async compete(begin: () => Promise<void>, end: () => Promise<void>): Promise<void> {
    this.end = end;
    await begin();
  }

  async announceCaughtUp(): Promise<void> {
    this.caughtUp = true;
  }

  isCaughtUp(): boolean {
    return this.caughtUp;
  }

  async leave(): Promise<void> {
    await this.end();
  }
}
