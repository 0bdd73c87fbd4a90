/** Wakes the one who waits on it; raised while nobody waits, it is remembered for the next wait. */
export class Signal {
  private isRaised = false;
  private wakeUp: (() => void) | null = null;

  raise(): void {
    this.isRaised = true;
    this.wakeUp?.();
  }

  /** Resolves when the signal is raised, or after so many milliseconds. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.isRaised) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.isRaised = false;
    this.wakeUp = null;
  }
}
