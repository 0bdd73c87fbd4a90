/** Ends a read or subscription after a silence: the client gives them no deadline. */
export class IdleTimeout {
  private readonly timer: NodeJS.Timeout;

  constructor(milliseconds: number, onIdle: (reason: Error) => void) {
    this.timer = setTimeout(() => onIdle(new Error(`nothing received for ${milliseconds} ms`)), milliseconds);
  }

  refresh(): void {
    this.timer.refresh();
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
