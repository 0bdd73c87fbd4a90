/** Ends what has brought nothing for so long: the client's reads and subscriptions have no deadline of their own. */
export class Silence {
  private readonly timer: NodeJS.Timeout;

  constructor(milliseconds: number, end: (reason: Error) => void) {
    this.timer = setTimeout(() => end(new Error(`nothing came for ${milliseconds} ms`)), milliseconds);
  }

  /** Something came. */
  break(): void {
    this.timer.refresh();
  }

  /** Nothing more is expected. */
  stop(): void {
    clearTimeout(this.timer);
  }
}
